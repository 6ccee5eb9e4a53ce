// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-DgsP6U-e.js","/assets/Analysis-CXg9JbPD.css","/assets/Analysis-DPsVMIaT.js","/assets/Archive-D8jgEGnB.css","/assets/Archive-DcRkTTkM.js","/assets/Figures-DawseWbN.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-8Yv5J2bF.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-BoAuw-ab.js","/assets/Lost-D3NRp5Rg.css","/assets/Lost-KNLIrJZd.js","/assets/PlayArea-DMmohazD.css","/assets/PlayArea-RB-rOwEX.js","/assets/Puzzles-CH7hhMmn.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-D0-UfvIf.js","/assets/Stepper-DS97sYBJ.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-Dh9GLzwJ.js","/assets/cached-list.svelte-ipftqfb2.js","/assets/catalogue.svelte-B9zPtFSd.js","/assets/index-CM7SqeHD.js","/assets/index-Usl400pD.css","/assets/progress-CqS-yjT9.js"]
const CACHE = 'ruche-7e610d05964c'

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
