// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-cNsibXnd.js","/assets/Analysis--oaHRSDI.js","/assets/Analysis-C2tmP94Y.css","/assets/Archive-C2pQ64nz.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-C2LWnYY6.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-fUJoZpFW.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-Bjn9TecG.js","/assets/PlayArea-B0kd0658.css","/assets/PlayArea-QQ9ySsN1.js","/assets/Puzzles-BpBGzhg-.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-CG-ph7H9.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-DqiI_4St.js","/assets/cached-list.svelte-CvbezVZx.js","/assets/catalogue.svelte-BzxHJdtS.js","/assets/game-type-BS8NQ3Yh.js","/assets/in-words-DD5BifFw.js","/assets/index-BzsLyFam.css","/assets/index-pBD_R8O8.js","/assets/progress-BBxtOaqS.js"]
const CACHE = 'ruche-35050cb62990'

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
