// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-ByManeNm.js","/assets/Analysis-NKvsqjEA.js","/assets/Analysis-_O2pnU-7.css","/assets/Archive-BjeOg3L_.css","/assets/Archive-Wnlioh4Z.js","/assets/Figures-2quY8GRx.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BX73KLNM.css","/assets/Game-CyujSu03.js","/assets/Learn-BywaQmo9.js","/assets/Learn-CPVXHaap.css","/assets/Puzzles-C1_JBSjZ.css","/assets/Puzzles-TSDkm8n6.js","/assets/Stepper-BUaTBiUn.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-B000xoOz.css","/assets/Table-B81O4de4.js","/assets/api-BUotwJD7.js","/assets/index-BOtMCVuN.css","/assets/index-BsdfpBZI.js","/assets/once.svelte-fgm93p1n.js","/assets/progress-ChswnM4I.js","/assets/words.svelte-T0US1K0i.js"]
const CACHE = 'ruche-152d74c4570d'

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
