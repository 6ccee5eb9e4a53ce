// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BWXfBmA7.js","/assets/Analysis-BdfR_Rco.js","/assets/Analysis-DpVnqaCG.css","/assets/Archive-5wAuxXT8.css","/assets/Archive-UCzHDjCy.js","/assets/Figures-DhLNakyt.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-C73wHpN9.js","/assets/Game-DgW8EACz.css","/assets/Learn-BZYkofnA.css","/assets/Learn-_aovariM.js","/assets/PlayArea-ChbVE6Vb.js","/assets/PlayArea-D3XAb3Sc.css","/assets/Puzzles-BfaXkkkq.js","/assets/Puzzles-_SflCXSy.css","/assets/QrCode-BE3hf46U.js","/assets/QrCode-C8fEJGBu.css","/assets/Retry-CS6pLLCu.js","/assets/Retry-D3NRp5Rg.css","/assets/Stepper-CLUk19bE.js","/assets/Stepper-DkhQ-_4p.css","/assets/Thumbnail-BAlB6d1R.css","/assets/Thumbnail-mk_mKIp5.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-BVB1yngt.js","/assets/cached-list.svelte-BbJONx02.js","/assets/catalogue.svelte-CXdjGqTg.js","/assets/game-type-C1x8AZL3.js","/assets/in-words-qvKXAXsx.js","/assets/index-6Vc81vUg.js","/assets/index-D4MQjuPe.css","/assets/progress-C3nvhY7B.js","/assets/source-sans-3-BqRLTx4X.woff2"]
const CACHE = 'ruche-260e2e281ab3'

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
