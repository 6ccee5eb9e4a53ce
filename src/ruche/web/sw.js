// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BszR7Wh5.js","/assets/Analysis-BgFWO2dW.css","/assets/Analysis-DEgWynlc.js","/assets/Archive-BjeOg3L_.css","/assets/Archive-P5ayI6oM.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-ZK_sPLAH.js","/assets/Game-DMvyNqJF.js","/assets/Game-DqMti6zb.css","/assets/Learn-DDhxcQcE.js","/assets/Learn-DOCvZn5i.css","/assets/PlayArea-CdQqrWzB.js","/assets/PlayArea-DpIftOmS.css","/assets/Puzzles-COXDeLwN.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-QO_N8k9_.js","/assets/api-Dy0nBe6A.js","/assets/cached-list.svelte-Ccl8UGyj.js","/assets/catalogue.svelte-xGX6abL5.js","/assets/index-BODuJ-U8.js","/assets/index-D8u_GOjx.css","/assets/progress-C4-UjL82.js"]
const CACHE = 'ruche-84e1b0e9b9f0'

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
