// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CC3dX275.js","/assets/Analysis-DpVnqaCG.css","/assets/Analysis-I20eNk7s.js","/assets/Archive-5wAuxXT8.css","/assets/Archive-D_KMO_ks.js","/assets/Figures-B8TG0DIH.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-DeSsGnP0.js","/assets/Game-DgW8EACz.css","/assets/Learn-BZYkofnA.css","/assets/Learn-JdhiR5Y5.js","/assets/PlayArea-D3XAb3Sc.css","/assets/PlayArea-DxeXDQVw.js","/assets/Puzzles-VTLfN5da.js","/assets/Puzzles-_SflCXSy.css","/assets/QrCode-C8fEJGBu.css","/assets/QrCode-CvfzG21N.js","/assets/Retry-D3NRp5Rg.css","/assets/Retry-DtIShpa2.js","/assets/Stepper-CGeU3BLh.js","/assets/Stepper-DkhQ-_4p.css","/assets/Thumbnail-BAlB6d1R.css","/assets/Thumbnail-CLLhHL-t.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-d8dkprmu.js","/assets/cached-list.svelte-C3SjD5TU.js","/assets/catalogue.svelte-DL2bsFzP.js","/assets/game-type-rQrNTRu6.js","/assets/in-words-kahVcyKn.js","/assets/index-BSTyiZBb.js","/assets/index-DUrelifj.css","/assets/progress-CFRTCmbI.js"]
const CACHE = 'ruche-291affca1e6e'

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
