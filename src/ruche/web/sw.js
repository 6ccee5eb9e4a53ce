// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-D8PT6X82.js","/assets/Analysis-CbsBOb_p.js","/assets/Analysis-DBIUI-jI.css","/assets/Archive-BFTd7EUi.css","/assets/Archive-DAgPaVjI.js","/assets/Figures-BrW097aw.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CbVWkG2l.css","/assets/Game-DFUCDn8z.js","/assets/Learn-BJqyXLYD.js","/assets/Learn-BbmQTLrE.css","/assets/Puzzles-BtxxjvhP.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Stepper-D6DnuPMY.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-BZ0Yliin.js","/assets/Table-C25a_FAM.css","/assets/index-LC0wjE2Z.js","/assets/index-d0CSXuQX.css","/assets/progress-TUoD_IX7.js","/assets/status-E-IvGtSP.js","/assets/words.svelte-DrAe14QW.js"]
const CACHE = 'ruche-e7b9b42c0716'

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
