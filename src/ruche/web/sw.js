// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-B2R0LmHs.js","/assets/About-BK5Tbx4U.css","/assets/Analysis-Dhyz-d8r.css","/assets/Analysis-G2rFRYog.js","/assets/Archive-BM9wv7vU.css","/assets/Archive-MRYP4GW1.js","/assets/Figures-D0RMSld1.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BSS8yhDn.css","/assets/Game-DjlFc4Fh.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-ncXxf0yI.js","/assets/Puzzles-BE27V9da.css","/assets/Puzzles-BbtZW7Sr.js","/assets/Stepper-5muZ1j0O.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-B-yXoKZ-.js","/assets/Table-C48MHzC3.css","/assets/index-DJLhltkZ.js","/assets/index-d0CSXuQX.css","/assets/progress-BkEoz9XE.js","/assets/status-RdU9zB5g.js","/assets/words.svelte-_uiolwyH.js"]
const CACHE = 'ruche-91c139f1b1c1'

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
