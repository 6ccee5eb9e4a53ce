// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-DI4P9cBi.js","/assets/Analysis-C83etk0U.js","/assets/Analysis-mK29c_57.css","/assets/Archive-BjeOg3L_.css","/assets/Archive-CBpCgo2Z.js","/assets/Figures-CV_mDNfT.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-DqMti6zb.css","/assets/Game-i6TjbF6w.js","/assets/Learn-DOCvZn5i.css","/assets/Learn-wlbWpcik.js","/assets/PlayArea-4K4Qprx-.js","/assets/PlayArea-Cm0lFdxL.css","/assets/Puzzles-COLIIx9l.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-BmeEvgwT.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-CCuoRBNl.js","/assets/cached-list.svelte-Dsi3aPAi.js","/assets/catalogue.svelte-zLP54RTO.js","/assets/index-BqdC3dQl.js","/assets/index-DHKKHBg2.css","/assets/progress-C7gS4rli.js"]
const CACHE = 'ruche-f556a1d12382'

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
