// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-kPHMK4Bi.js","/assets/Analysis-DbDrS17a.js","/assets/Analysis-DpVnqaCG.css","/assets/Archive-5wAuxXT8.css","/assets/Archive-Df7AjDow.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-dMBemVwu.js","/assets/Game-D-e4iMlH.js","/assets/Game-DgW8EACz.css","/assets/Learn-BZYkofnA.css","/assets/Learn-BnRw-XMO.js","/assets/PlayArea-CJoza-iY.js","/assets/PlayArea-D3XAb3Sc.css","/assets/Puzzles-BGZQPPQZ.js","/assets/Puzzles-QHtPwjlo.css","/assets/QrCode-BE3hf46U.js","/assets/QrCode-C8fEJGBu.css","/assets/Retry-CS6pLLCu.js","/assets/Retry-D3NRp5Rg.css","/assets/Stepper-DZlFQnKu.js","/assets/Stepper-DkhQ-_4p.css","/assets/Thumbnail-CRz-4EH5.css","/assets/Thumbnail-ql7kiyi0.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-BLA9UKHT.js","/assets/cached-list.svelte-BbJONx02.js","/assets/catalogue.svelte-CXdjGqTg.js","/assets/game-type-C1x8AZL3.js","/assets/in-words-qvKXAXsx.js","/assets/index-CUXA35UU.js","/assets/index-D4MQjuPe.css","/assets/progress-C3nvhY7B.js","/assets/source-sans-3-BqRLTx4X.woff2"]
const CACHE = 'ruche-3ba5ceef642b'

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
