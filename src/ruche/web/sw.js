// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BazSns8e.js","/assets/Analysis-BaOjoPPa.js","/assets/Analysis-C2tmP94Y.css","/assets/Archive-Bt0YsBMn.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-BL4_SytY.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-DYUiqu9U.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BQcGsBtV.js","/assets/Learn-BZYkofnA.css","/assets/PlayArea-2yhO3Tum.js","/assets/PlayArea-B0kd0658.css","/assets/Puzzles-_SflCXSy.css","/assets/Puzzles-o1xq-P2k.js","/assets/Retry-JEnQ8FfG.js","/assets/Stepper-DN62v1CK.js","/assets/Stepper-DkhQ-_4p.css","/assets/cached-list.svelte-CvbezVZx.js","/assets/catalogue.svelte-BzxHJdtS.js","/assets/game-type-b5a0xIUT.js","/assets/in-words-B5tY5Yc2.js","/assets/index-BzsLyFam.css","/assets/index-CGQ_8c99.js","/assets/progress-BBxtOaqS.js"]
const CACHE = 'ruche-b08eec3e03b6'

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
