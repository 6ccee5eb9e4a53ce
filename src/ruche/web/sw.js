// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-LosR9Aqp.js","/assets/Analysis-BgFWO2dW.css","/assets/Analysis-DP7XlKWa.js","/assets/Archive-BjeOg3L_.css","/assets/Archive-Dvzx6hyp.js","/assets/Figures-D4DjOmTZ.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-2ZRKNECj.js","/assets/Game-DqMti6zb.css","/assets/Learn-Baq4RA_r.js","/assets/Learn-DOCvZn5i.css","/assets/PlayArea-B8dqd3j-.css","/assets/PlayArea-DoIUknya.js","/assets/Puzzles-BZWaSUPi.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-CJv2XyjR.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-DTWOjHI6.js","/assets/cached-list.svelte-B20SXEqh.js","/assets/catalogue.svelte-CAfwS_vE.js","/assets/index-Ct9kqzNN.js","/assets/index-D8u_GOjx.css","/assets/progress-CNq1zDf6.js"]
const CACHE = 'ruche-911dca799d8f'

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
