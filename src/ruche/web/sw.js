// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-DXnSbExB.js","/assets/Analysis-B3gd49Pv.js","/assets/Analysis-DBIUI-jI.css","/assets/Archive-5LDzdUoZ.js","/assets/Archive-BFTd7EUi.css","/assets/Figures-BzoYaJlT.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CwoRzo8G.css","/assets/Game-n_Sfnu6m.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-Coz5s7iL.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Puzzles-DxMfDnxd.js","/assets/Stepper-C-oiLUWm.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-C25a_FAM.css","/assets/Table-Dy9xjM2h.js","/assets/index-C9gfq5lt.js","/assets/index-d0CSXuQX.css","/assets/progress-3TBy4TPV.js","/assets/status-CvW3JzGD.js","/assets/words.svelte-BYMGme4f.js"]
const CACHE = 'ruche-f773162d2c27'

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
