// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BexDMYRJ.js","/assets/Analysis-BgFWO2dW.css","/assets/Analysis-jp8ayGN6.js","/assets/Archive-BjeOg3L_.css","/assets/Archive-BuKuwEm8.js","/assets/Figures-BDMGpVIS.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BedWUo6R.js","/assets/Game-DqMti6zb.css","/assets/Learn-CZe1W5ju.js","/assets/Learn-DOCvZn5i.css","/assets/PlayArea-B0ESGcES.js","/assets/PlayArea-DpIftOmS.css","/assets/Puzzles-CR8cGuWu.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-vXHRkAtz.js","/assets/api-Bk7WtYtC.js","/assets/cached-list.svelte-ZIXD30Jc.js","/assets/catalogue.svelte-T0US1K0i.js","/assets/index-CoiPJPTO.js","/assets/index-D8u_GOjx.css","/assets/progress-uzB2KKjo.js"]
const CACHE = 'ruche-d4ca35647f03'

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
