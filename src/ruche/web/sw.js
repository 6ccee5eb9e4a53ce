// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-sGDeaOSu.js","/assets/Analysis-CXg9JbPD.css","/assets/Analysis-DFcy8RJx.js","/assets/Archive-D8jgEGnB.css","/assets/Archive-MUpCzVT2.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-Jzgx-Coh.js","/assets/Game-OPT5OGwF.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-CFkPxDyg.js","/assets/Lost-ByX08wlq.js","/assets/Lost-D3NRp5Rg.css","/assets/PlayArea-DMmohazD.css","/assets/PlayArea-fuAJ2cdA.js","/assets/Puzzles-BNZNmf8N.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-CJURzriS.js","/assets/Stepper-CGmqE5FY.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-AK7tIC5N.js","/assets/cached-list.svelte-cRx0zCmF.js","/assets/catalogue.svelte-dYtBufQ9.js","/assets/index-DlJ4bBTT.js","/assets/index-Usl400pD.css","/assets/progress-BGMX1Ubt.js"]
const CACHE = 'ruche-f38f64829f4c'

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
