// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BqgAfMSR.js","/assets/Analysis-CXg9JbPD.css","/assets/Analysis-DE7qzxUL.js","/assets/Archive-C2hhYrqn.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-Doanu9oG.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CMiXUYen.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BFNw4GOX.js","/assets/Learn-BZYkofnA.css","/assets/PlayArea-Benx11BJ.css","/assets/PlayArea-PCigtDvK.js","/assets/Puzzles-CXg95Kp2.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-DR2fV6De.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-rsSm9TwG.js","/assets/api-BKsM-3Fz.js","/assets/cached-list.svelte-D1-cx3T7.js","/assets/catalogue.svelte-BHiLtT5y.js","/assets/index-CZawsyoK.css","/assets/index-C_OvqRKU.js","/assets/progress-Du2TuWyD.js"]
const CACHE = 'ruche-a0a97a8a8f7f'

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
