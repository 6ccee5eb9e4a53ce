// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-IDocYPIs.js","/assets/Analysis-DBIUI-jI.css","/assets/Analysis-DK9prHlM.js","/assets/Archive-BFTd7EUi.css","/assets/Archive-Bk7_GgXe.js","/assets/Figures-BCNs4qXU.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CwoRzo8G.css","/assets/Game-DRE77RsN.js","/assets/Learn-BURS-exG.js","/assets/Learn-BbmQTLrE.css","/assets/Puzzles-BRGQ_ihL.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Stepper-Bz3VE_R7.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-C25a_FAM.css","/assets/Table-djRQuov-.js","/assets/index-d0CSXuQX.css","/assets/index-eQrNAa7r.js","/assets/progress-C7Pu3xKu.js","/assets/status-D5-Dsd3f.js","/assets/words.svelte-BDE0g1ma.js"]
const CACHE = 'ruche-36751d13d013'

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
