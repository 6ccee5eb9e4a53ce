// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-ZN9l1W4u.js","/assets/Analysis-BMr0y-no.css","/assets/Analysis-_66svlK3.js","/assets/Archive-D8jgEGnB.css","/assets/Archive-DA7wXtZ4.js","/assets/Figures-BrD6ca7E.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BjkzaSYz.js","/assets/Game-DOGbpBuI.css","/assets/Learn-BkHw2Mn6.css","/assets/Learn-DtaZtc4B.js","/assets/PlayArea-CN8w15l7.js","/assets/PlayArea-FhUHqFSw.css","/assets/Puzzles-CrvzVZ1Q.js","/assets/Puzzles-_SflCXSy.css","/assets/Stepper-DRhRCvfb.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-BK-9WZmq.js","/assets/cached-list.svelte-Bv_fMwu6.js","/assets/catalogue.svelte-CIXogcmd.js","/assets/index-BgYHzm84.css","/assets/index-DVEejk-Z.js","/assets/progress-B9LO40Px.js"]
const CACHE = 'ruche-6a935035750d'

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
