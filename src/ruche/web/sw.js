// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-iARXVIaW.js","/assets/Analysis-BjmhtjlF.css","/assets/Analysis-CYPw52NY.js","/assets/Archive-BM9wv7vU.css","/assets/Archive-BlTz4gdD.js","/assets/Figures-CeAxfNtz.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BSS8yhDn.css","/assets/Game-vpHPZ0xs.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-DKVKOwOL.js","/assets/Puzzles-BE27V9da.css","/assets/Puzzles-CjVDYg8b.js","/assets/Stepper-CF4QY24G.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-C48MHzC3.css","/assets/Table-DksI2p3N.js","/assets/index-CRdFbEL7.css","/assets/index-_X9447O3.js","/assets/progress-BkEoz9XE.js","/assets/status-RdU9zB5g.js","/assets/words.svelte-_uiolwyH.js"]
const CACHE = 'ruche-3ac85458cf3e'

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
