// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-D3aAq5AY.js","/assets/Analysis-C2tmP94Y.css","/assets/Analysis-D72pTWxj.js","/assets/Archive-Cp5U6EiR.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-CtqJlkuV.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CUtDrf9V.css","/assets/Game-Diy1UUL8.js","/assets/Learn-BZYkofnA.css","/assets/Learn-DCWuoxKT.js","/assets/PlayArea-B0kd0658.css","/assets/PlayArea-CFh-Es5m.js","/assets/Puzzles-BSrGeE8N.js","/assets/Puzzles-_SflCXSy.css","/assets/QrCode-C8fEJGBu.css","/assets/QrCode-DcBNSHIc.js","/assets/Retry-CxhP8fkr.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-X9mQb3dG.js","/assets/cached-list.svelte-a7wIH-Pf.js","/assets/catalogue.svelte-CgOjV__r.js","/assets/game-type-4RKj0oYt.js","/assets/in-words-KIQM-gFM.js","/assets/index-CiUUcKQx.js","/assets/index-CpbCsphI.css","/assets/progress-1fWzq4ac.js"]
const CACHE = 'ruche-bd26512484eb'

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
