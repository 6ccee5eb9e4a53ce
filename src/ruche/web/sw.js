// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BTYxp8sF.js","/assets/Analysis-BjmhtjlF.css","/assets/Analysis-CEqw2YwX.js","/assets/Archive-BM9wv7vU.css","/assets/Archive-DmmdDatt.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-eilgjJeH.js","/assets/Game-BFRTgWKK.js","/assets/Game-BSS8yhDn.css","/assets/Learn-BbmQTLrE.css","/assets/Learn-LwtqkgXE.js","/assets/Puzzles-BE27V9da.css","/assets/Puzzles-Dg9GfQVf.js","/assets/Stepper-CF4QY24G.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-BvECk3dw.js","/assets/Table-rJFlyZ8G.css","/assets/index-CRdFbEL7.css","/assets/index-CTM1yWKL.js","/assets/progress-BkEoz9XE.js","/assets/status-RdU9zB5g.js","/assets/words.svelte-_uiolwyH.js"]
const CACHE = 'ruche-2e4519fce85f'

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
