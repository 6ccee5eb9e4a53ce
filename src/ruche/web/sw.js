// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-Bw_MEVjj.js","/assets/Analysis-BgFWO2dW.css","/assets/Analysis-Cg56z70t.js","/assets/Archive-B94tfyM2.js","/assets/Archive-BjeOg3L_.css","/assets/Figures-DsCJ2_VG.css","/assets/Figures-JAYaObFY.js","/assets/Game-C0Kl9oC1.js","/assets/Game-DqMti6zb.css","/assets/Learn-DOCvZn5i.css","/assets/Learn-LOrmXRvW.js","/assets/PlayArea-CEdwlAqR.js","/assets/PlayArea-WxCwXrXX.css","/assets/Puzzles-Dm_89A7Z.css","/assets/Puzzles-uVRcPhWE.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-P41-p6ed.js","/assets/api-DqDZ1IGh.js","/assets/cached-list.svelte-DkP6mWqC.js","/assets/catalogue.svelte-WFFozrZs.js","/assets/index-D8u_GOjx.css","/assets/index-DuRAdMC3.js","/assets/progress-DfXtjRS6.js"]
const CACHE = 'ruche-98279205d21e'

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
