// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CqxrgBVo.js","/assets/Analysis-BgFWO2dW.css","/assets/Analysis-Cc1qo2Kv.js","/assets/Archive-BjeOg3L_.css","/assets/Archive-Wexq3Xbb.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-JAYaObFY.js","/assets/Game-DqMti6zb.css","/assets/Game-LSfgpMGi.js","/assets/Learn-DOCvZn5i.css","/assets/Learn-DoUnD7mZ.js","/assets/PlayArea-B8dqd3j-.css","/assets/PlayArea-BsYdeS4L.js","/assets/Puzzles-C7Vz6YTJ.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-P41-p6ed.js","/assets/api-DqDZ1IGh.js","/assets/cached-list.svelte-DkP6mWqC.js","/assets/catalogue.svelte-WFFozrZs.js","/assets/index-CLzjno0A.js","/assets/index-D8u_GOjx.css","/assets/progress-DfXtjRS6.js"]
const CACHE = 'ruche-eb0195adc92c'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/api') || url.pathname === '/healthz') return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/')))
    return
  }
  event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})
