// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CmcSnllM.js","/assets/Analysis-D1Zz7Q7X.js","/assets/Analysis-DBIUI-jI.css","/assets/Archive-BFTd7EUi.css","/assets/Archive-CCWXZozE.js","/assets/Figures-CnBXvi5M.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CXbUOHE9.css","/assets/Game-ns_7ToTJ.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-zp-Oa3VF.js","/assets/Puzzles-BsmGq8OC.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Stepper-BOveGb6B.js","/assets/Stepper-DkhQ-_4p.css","/assets/Table-CCXN-Gzh.css","/assets/Table-DgOoSgQY.js","/assets/index-BccZ4Tdq.js","/assets/index-d0CSXuQX.css","/assets/progress-BeAY0OBe.js","/assets/status-CmUZJVEz.js","/assets/words.svelte-UOCHKFzc.js"]
const CACHE = 'ruche-b2d0096f2139'

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
