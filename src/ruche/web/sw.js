// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CNGxk4ua.js","/assets/Analysis-BXDPpYyr.js","/assets/Analysis-CyhQ8sq7.css","/assets/Archive-BM9wv7vU.css","/assets/Archive-OuVEYxyn.js","/assets/Figures-DgOjBVt4.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-D4jUAXnf.js","/assets/Game-DPSlrJk7.css","/assets/Learn-BbmQTLrE.css","/assets/Learn-CY7dvaFr.js","/assets/Puzzles-C1_JBSjZ.css","/assets/Puzzles-CwNPEPJN.js","/assets/Stepper-DL3jmUu2.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-BBavHQTz.js","/assets/Table-BdLEDXWz.css","/assets/api-p6c4YQVu.js","/assets/index-BBLJQooC.js","/assets/index-DI4D4b0n.css","/assets/progress-DDGp9Shl.js","/assets/words.svelte-ClEvZ0Ru.js"]
const CACHE = 'ruche-d78cd0c77d29'

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
