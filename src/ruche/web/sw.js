// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-X0twbFwz.js","/assets/Analysis-B6WnzoRi.js","/assets/Analysis-BN0pTgmD.css","/assets/Archive-D8jgEGnB.css","/assets/Archive-DmF7IePJ.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-DwZ0FB-Q.js","/assets/Game-D5tATPTG.js","/assets/Game-DgW8EACz.css","/assets/Learn-BZYkofnA.css","/assets/Learn-Dj2Cyt-y.js","/assets/PlayArea-CI5eO2CW.js","/assets/PlayArea-D3XAb3Sc.css","/assets/Puzzles-DNzi12va.js","/assets/Puzzles-_SflCXSy.css","/assets/QrCode-C8fEJGBu.css","/assets/QrCode-DuyUzbwk.js","/assets/Retry-Dr-OeDGw.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-DphZdOmZ.js","/assets/cached-list.svelte-sxQLjrfN.js","/assets/catalogue.svelte-qOKT0krR.js","/assets/game-type-KC1b6lF6.js","/assets/in-words-yUaxlGjq.js","/assets/index-BVrVbHcR.js","/assets/index-ekrc7NBw.css","/assets/progress-cdOROuwY.js"]
const CACHE = 'ruche-a176a161698a'

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
