// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-aRQxz5yL.js","/assets/Analysis-BgFWO2dW.css","/assets/Analysis-XLq1dgcM.js","/assets/Archive-BV-KTFex.js","/assets/Archive-BjeOg3L_.css","/assets/Figures-DXVASqqG.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BfeJZAnx.js","/assets/Game-DqMti6zb.css","/assets/Learn-7eVOlEO5.js","/assets/Learn-DOCvZn5i.css","/assets/PlayArea-B8dqd3j-.css","/assets/PlayArea-dzsUXktZ.js","/assets/Puzzles-BpyNyc_J.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-BllO8jGE.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-CIgveakx.js","/assets/cached-list.svelte-XPtqYE4s.js","/assets/catalogue.svelte-DHyokPko.js","/assets/index-D8u_GOjx.css","/assets/index-Dm7NT16U.js","/assets/progress-B_WTwvEE.js"]
const CACHE = 'ruche-5eeb66c5be31'

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
