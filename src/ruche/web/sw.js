// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-B33majTd.js","/assets/About-BK5Tbx4U.css","/assets/Analysis-CXg9JbPD.css","/assets/Analysis-CqEUzeEc.js","/assets/Archive-BfLuY4uO.js","/assets/Archive-D8jgEGnB.css","/assets/Figures-BDK0DX8r.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-vI9Lvgqj.js","/assets/Game-x5OWNzoE.css","/assets/Learn-BZYkofnA.css","/assets/Learn-T4BUkz3y.js","/assets/Lost-B2bZCX8O.js","/assets/Lost-D3NRp5Rg.css","/assets/PlayArea-CeoElGn2.js","/assets/PlayArea-DL7521wc.css","/assets/Puzzles-BE64SaRY.js","/assets/Puzzles-_SflCXSy.css","/assets/Retry-COd-21Sr.js","/assets/Stepper-BY2etGb2.js","/assets/Stepper-DkhQ-_4p.css","/assets/api-DewywhWO.js","/assets/cached-list.svelte-CAmw_vg4.js","/assets/catalogue.svelte-BveG8gCN.js","/assets/index-DRDLxVHl.js","/assets/index-Usl400pD.css","/assets/progress-Cb72zbtO.js"]
const CACHE = 'ruche-6f42a727b183'

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
