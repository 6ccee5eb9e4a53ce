// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CCl52QEr.js","/assets/Analysis-DBIUI-jI.css","/assets/Analysis-rE50LFX9.js","/assets/Archive-BFTd7EUi.css","/assets/Archive-Du2N35Qt.js","/assets/Figures-D3zckG3Q.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CwoRzo8G.css","/assets/Game-egEftqhn.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-DGjfPxT_.js","/assets/Puzzles-CKRIQk1J.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Stepper-DPwtOege.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-C25a_FAM.css","/assets/Table-gpGShyRQ.js","/assets/index--My4pvPz.js","/assets/index-d0CSXuQX.css","/assets/progress-rx4elWNU.js","/assets/status-NRb5oitL.js","/assets/words.svelte-C9TdVuvB.js"]
const CACHE = 'ruche-41bf2a8a2d61'

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
