// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BA5JNzDL.js","/assets/About-BK5Tbx4U.css","/assets/Analysis-CXg9JbPD.css","/assets/Analysis-Djwj2cK5.js","/assets/Archive-D8jgEGnB.css","/assets/Archive-DVivBWNl.js","/assets/Figures-DEbQLQEY.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-C7nlHgMv.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-DNb5QZ6U.js","/assets/PlayArea-Benx11BJ.css","/assets/PlayArea-BmCw7jlK.js","/assets/Puzzles-BJ5VomNw.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-nGaZLZ99.js","/assets/Stepper-CEIXjBbY.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-YlDCxUNj.js","/assets/cached-list.svelte-B2lbYGSk.js","/assets/catalogue.svelte-CGkj0LeG.js","/assets/index-CZawsyoK.css","/assets/index-DOQn0-US.js","/assets/progress-DXPd3h88.js"]
const CACHE = 'ruche-2d5e3fe77f13'

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
