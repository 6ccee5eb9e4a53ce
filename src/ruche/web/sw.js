// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-D0US0k6z.js","/assets/Analysis-_O2pnU-7.css","/assets/Analysis-xzCTHibz.js","/assets/Archive-BjeOg3L_.css","/assets/Archive-Ccrcv9dF.js","/assets/Figures-2quY8GRx.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BX73KLNM.css","/assets/Game-BbioHEnX.js","/assets/Learn-BhfBrtm2.js","/assets/Learn-CPVXHaap.css","/assets/Puzzles-C1_JBSjZ.css","/assets/Puzzles-DwE9ePqD.js","/assets/Stepper-BUaTBiUn.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-7g-JBpSD.css","/assets/Table-BLiUsCbl.js","/assets/api-BUotwJD7.js","/assets/index-BOtMCVuN.css","/assets/index-OgWiB-Ja.js","/assets/once.svelte-fgm93p1n.js","/assets/progress-ChswnM4I.js","/assets/words.svelte-T0US1K0i.js"]
const CACHE = 'ruche-9dd11efd35a8'

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
