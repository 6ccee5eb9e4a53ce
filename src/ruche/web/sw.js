// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BbSjQR2D.js","/assets/Analysis-DBllGvDi.js","/assets/Analysis-mK29c_57.css","/assets/Archive-BjeOg3L_.css","/assets/Archive-BwVjtU7D.js","/assets/Figures-CjcgBYfl.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-Bdey4dRB.js","/assets/Game-DqMti6zb.css","/assets/Learn-5G0nnFXI.js","/assets/Learn-DOCvZn5i.css","/assets/PlayArea-B8dqd3j-.css","/assets/PlayArea-D6WCLpyd.js","/assets/Puzzles-CYa9gC6L.js","/assets/Puzzles-Dm_89A7Z.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-GtnQFHb0.js","/assets/api-S6O_kqFM.js","/assets/cached-list.svelte-CX7qGUY_.js","/assets/catalogue.svelte-Cx71a2ni.js","/assets/index-DHKKHBg2.css","/assets/index-lsktHjLF.js","/assets/progress-D16_WSW9.js"]
const CACHE = 'ruche-458182467c8c'

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
