// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BrJSwywI.js","/assets/Analysis-C3JbRNlp.js","/assets/Analysis-DBIUI-jI.css","/assets/Archive-BFTd7EUi.css","/assets/Archive-BlgEQX7B.js","/assets/Figures-BHZjDiEw.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BTziejWP.js","/assets/Game-LCkA4Vif.css","/assets/Learn-BbmQTLrE.css","/assets/Learn-nsqT0LBJ.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Puzzles-Dbu3LH3U.js","/assets/Stepper-B8IS64zk.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-BeREruXT.js","/assets/Table-CCXN-Gzh.css","/assets/index-BlS-yi2z.js","/assets/index-d0CSXuQX.css","/assets/progress-BYoJyO2e.js","/assets/status-viZLKzMn.js","/assets/words.svelte-Bxplp4JR.js"]
const CACHE = 'ruche-1cf27c5cc404'

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
