// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-zQIyI_WD.js","/assets/Analysis-B3nMOyf0.js","/assets/Analysis-mK29c_57.css","/assets/Archive-BjeOg3L_.css","/assets/Archive-C6KctK2M.js","/assets/Figures-BrD6ca7E.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CVWHdmCP.js","/assets/Game-DqMti6zb.css","/assets/Learn-DOCvZn5i.css","/assets/Learn-DT6PlWdZ.js","/assets/PlayArea-Cm0lFdxL.css","/assets/PlayArea-iWf2s-KJ.js","/assets/Puzzles-CU6Paw9V.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-DtXQoyQn.js","/assets/api-BK-9WZmq.js","/assets/cached-list.svelte-Bv_fMwu6.js","/assets/catalogue.svelte-CIXogcmd.js","/assets/index-DHKKHBg2.css","/assets/index-DRFKNFs5.js","/assets/progress-B9LO40Px.js"]
const CACHE = 'ruche-9e4b8c56f860'

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
