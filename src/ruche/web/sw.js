// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-Bj6ay8N-.js","/assets/Analysis-BMr0y-no.css","/assets/Analysis-_-kc1obJ.js","/assets/Archive-CofmCbFF.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-DsCJ2_VG.css","/assets/Figures-aldu0naa.js","/assets/Game-Cjq-FGRq.js","/assets/Game-DOGbpBuI.css","/assets/Learn-Bfgp5W2h.js","/assets/Learn-BkHw2Mn6.css","/assets/PlayArea-50gWvRrn.js","/assets/PlayArea-FhUHqFSw.css","/assets/Puzzles-LjErInNQ.js","/assets/Puzzles-_SflCXSy.css","/assets/Stepper-BtRuL19X.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-DKBUnble.js","/assets/cached-list.svelte-8N5qhSUx.js","/assets/catalogue.svelte-DM-1aDxY.js","/assets/index-BgYHzm84.css","/assets/index-DpF1JKYv.js","/assets/progress-DBPGg7ZK.js"]
const CACHE = 'ruche-81014989a0b4'

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
