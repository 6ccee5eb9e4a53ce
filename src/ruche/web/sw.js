// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CLnBOP6m.js","/assets/Analysis-CXg9JbPD.css","/assets/Analysis-wR-n-nBF.js","/assets/Archive-CrXgsBPR.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-B5EV9cjo.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BpZSPuD8.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-CGAXBC_X.js","/assets/PlayArea-B0kd0658.css","/assets/PlayArea-CqsiC1HX.js","/assets/Puzzles-CD9rKe79.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-CdM2OIFk.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-jBB4h-75.js","/assets/cached-list.svelte-CEzQAOac.js","/assets/catalogue.svelte-CkWwW_sU.js","/assets/game-type-BtFNLB_E.js","/assets/in-words-D4QXikmv.js","/assets/index-BzsLyFam.css","/assets/index-SQ7ThqAO.js","/assets/progress-BkzHi32V.js"]
const CACHE = 'ruche-f74e88714e50'

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
