// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-uT8ytW4K.js","/assets/Analysis-CK5da-Kc.js","/assets/Analysis-CyhQ8sq7.css","/assets/Archive-BM9wv7vU.css","/assets/Archive-BMVYUGnZ.js","/assets/Figures-DgOjBVt4.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-DPSlrJk7.css","/assets/Game-mcD4asVP.js","/assets/Learn-6Iddl-7-.js","/assets/Learn-BbmQTLrE.css","/assets/Puzzles-B8hYLR1j.js","/assets/Puzzles-C1_JBSjZ.css","/assets/Stepper-DL3jmUu2.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-BdLEDXWz.css","/assets/Table-em9DYbtp.js","/assets/api-p6c4YQVu.js","/assets/index-B61RUJqR.js","/assets/index-DI4D4b0n.css","/assets/progress-DDGp9Shl.js","/assets/words.svelte-ClEvZ0Ru.js"]
const CACHE = 'ruche-62bf35700190'

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
