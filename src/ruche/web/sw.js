// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-J1TOSVzw.js","/assets/Analysis-Bd4sPw8O.js","/assets/Analysis-CXg9JbPD.css","/assets/Archive-D8jgEGnB.css","/assets/Archive-VZJFlpsl.js","/assets/Figures-Dri2cjBr.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-D23-pZyO.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-DNRx71y9.js","/assets/Lost-BeamgYnO.js","/assets/Lost-D3NRp5Rg.css","/assets/PlayArea-B0kd0658.css","/assets/PlayArea-mKg-5l3K.js","/assets/Puzzles-Coy0x4IN.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-JrK8tkK8.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-dZ43zXA2.js","/assets/api-CUusD1RX.js","/assets/cached-list.svelte-Bll7-SZs.js","/assets/catalogue.svelte-Cm0aFNpg.js","/assets/index-BQNpH3uI.css","/assets/index-CgX3sur1.js","/assets/progress-B_fMb-NO.js"]
const CACHE = 'ruche-223ef0301e69'

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
