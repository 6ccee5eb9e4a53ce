// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-WU_KHAFW.js","/assets/Analysis-2kbMPi6G.js","/assets/Analysis-CxfjJKXi.css","/assets/Archive-BFTd7EUi.css","/assets/Archive-FQgFTdNm.js","/assets/Figures-CoRiiPLJ.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-5FvJiEaP.js","/assets/Game-B49duhka.css","/assets/Learn-BbmQTLrE.css","/assets/Learn-C-RPqYDQ.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Puzzles-Dtok2Ezx.js","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-Mk8N3-8u.js","/assets/Table-CHlt7gpq.js","/assets/Table-DvUKBHhU.css","/assets/index-SszoHofF.css","/assets/index-r3xU7lbq.js","/assets/progress-eIy4dD21.js","/assets/status-Bfx2na8T.js","/assets/words.svelte-C1qH_Xec.js"]
const CACHE = 'ruche-f13a7df96a7f'

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
