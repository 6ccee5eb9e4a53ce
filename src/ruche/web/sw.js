// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BgaJkl1S.js","/assets/Analysis-BOfdmNLn.js","/assets/Analysis-DBIUI-jI.css","/assets/Archive-BFTd7EUi.css","/assets/Archive-ClFY5wiF.js","/assets/Figures-CtXknfUl.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CbVWkG2l.css","/assets/Game-_dUaXSuM.js","/assets/Learn-BbmQTLrE.css","/assets/Learn-CnjYm6hs.js","/assets/Puzzles-B7htzmdr.js","/assets/Puzzles-DI6-Zrfl.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-PKRPbV4A.js","/assets/Table-C25a_FAM.css","/assets/Table-Da_pO4T3.js","/assets/index-bQOnKK7F.js","/assets/index-d0CSXuQX.css","/assets/progress-876_Wln-.js","/assets/status-BUODX8Z8.js","/assets/words.svelte-B3XkfYEe.js"]
const CACHE = 'ruche-ca90e437da19'

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
