// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-D_wvnWf7.js","/assets/Analysis-DBIUI-jI.css","/assets/Analysis-snvv2X1M.js","/assets/Archive-BFTd7EUi.css","/assets/Archive-DAfGrskv.js","/assets/Figures-Cve2YQ_V.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-LCkA4Vif.css","/assets/Game-blhHuEyT.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-BhURvaDz.js","/assets/Puzzles-CETUamxC.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Stepper-DU_6KUU1.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-CCXN-Gzh.css","/assets/Table-DmXgKykc.js","/assets/index-Yu6q81kS.js","/assets/index-d0CSXuQX.css","/assets/progress-CcK3Etf2.js","/assets/status-KMt3D6dC.js","/assets/words.svelte-6I3KDocK.js"]
const CACHE = 'ruche-216596992101'

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
