// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-qM0vtsPn.js","/assets/Analysis-CD9LHZco.js","/assets/Analysis-DpVnqaCG.css","/assets/Archive-5wAuxXT8.css","/assets/Archive-BFcc5EX-.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-q09wzKgw.js","/assets/Game-1RZDjGO_.js","/assets/Game-DgW8EACz.css","/assets/Learn-BZYkofnA.css","/assets/Learn-DLJsR67z.js","/assets/PlayArea-D3XAb3Sc.css","/assets/PlayArea-EOZ7VUcy.js","/assets/Puzzles-_SflCXSy.css","/assets/Puzzles-zpjBlrrU.js","/assets/QrCode-BE3hf46U.js","/assets/QrCode-C8fEJGBu.css","/assets/Retry-CS6pLLCu.js","/assets/Retry-D3NRp5Rg.css","/assets/Stepper-BT_tJZ-j.js","/assets/Stepper-DkhQ-_4p.css","/assets/Thumbnail-BAlB6d1R.css","/assets/Thumbnail-mk_mKIp5.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-DYKa02M0.js","/assets/cached-list.svelte-BbJONx02.js","/assets/catalogue.svelte-CXdjGqTg.js","/assets/game-type-C1x8AZL3.js","/assets/in-words-qvKXAXsx.js","/assets/index-BWjPDzhd.css","/assets/index-C2hce9JW.js","/assets/progress-C3nvhY7B.js"]
const CACHE = 'ruche-598dae642c2d'

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
