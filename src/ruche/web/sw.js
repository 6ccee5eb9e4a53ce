// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-Bv4uxMjt.js","/assets/Analysis-BgFWO2dW.css","/assets/Analysis-u3vNwAxd.js","/assets/Archive-BjeOg3L_.css","/assets/Archive-CI4_So9N.js","/assets/Figures-CDscvBYd.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CMKJe6df.js","/assets/Game-DqMti6zb.css","/assets/Learn-CXplgFIE.js","/assets/Learn-DOCvZn5i.css","/assets/PlayArea-B8dqd3j-.css","/assets/PlayArea-DU-cLcBd.js","/assets/Puzzles-Ca5M9atb.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-BUAMPpwo.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-CzHria4B.js","/assets/cached-list.svelte-XPtqYE4s.js","/assets/catalogue.svelte-DHyokPko.js","/assets/index-CI7U-rXf.js","/assets/index-D8u_GOjx.css","/assets/progress-B_WTwvEE.js"]
const CACHE = 'ruche-f628d0aa5c76'

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
