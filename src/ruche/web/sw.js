// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-KQFcLu9N.js","/assets/Analysis-CxfjJKXi.css","/assets/Analysis-DMIktNv2.js","/assets/Archive-BFTd7EUi.css","/assets/Archive-CmNL68Ae.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-WbrwTzZH.js","/assets/Game-B49duhka.css","/assets/Game-BS7y7q2s.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-HciidUbl.js","/assets/Puzzles-CBRQDvq0.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-Mk8N3-8u.js","/assets/Table-CuAF4cSa.js","/assets/Table-DvUKBHhU.css","/assets/index-DQn86JDI.js","/assets/index-SszoHofF.css","/assets/progress-eIy4dD21.js","/assets/status-Bfx2na8T.js","/assets/words.svelte-C1qH_Xec.js"]
const CACHE = 'ruche-e83b13d5b64e'

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
