// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-DzCrSCEn.js","/assets/Analysis-CXg9JbPD.css","/assets/Analysis-TseNxOqT.js","/assets/Archive-CNgo85SQ.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-DGO05b3n.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-C4SLvHsa.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-f1OAmxhE.js","/assets/PlayArea-Benx11BJ.css","/assets/PlayArea-C9m-XP9h.js","/assets/Puzzles-D-3TzUkX.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-_Yvcue6l.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-Eh2fVlYy.js","/assets/api-CcpounYc.js","/assets/cached-list.svelte-D1-cx3T7.js","/assets/catalogue.svelte-BHiLtT5y.js","/assets/index-CZawsyoK.css","/assets/index-V53quQab.js","/assets/progress-Du2TuWyD.js"]
const CACHE = 'ruche-394150e3c6d1'

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
