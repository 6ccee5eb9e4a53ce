// The shell of the page, kept for when the network is away. Games are never kept here: the server's log is the
// only truth, and an open page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CoPuRamk.js","/assets/Analysis-B6vfn7P4.css","/assets/Analysis-CmzupZ89.js","/assets/Archive-3SLt2sok.js","/assets/Archive-5wAuxXT8.css","/assets/Figures-DVbUsHUc.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CQuwdc3S.js","/assets/Game-DgW8EACz.css","/assets/Learn-BZYkofnA.css","/assets/Learn-kkeWxL6G.js","/assets/PlayArea-BIjq30Ls.js","/assets/PlayArea-BZNdTpMl.css","/assets/Puzzles-JIMocIYU.js","/assets/Puzzles-QHtPwjlo.css","/assets/QrCode-C8fEJGBu.css","/assets/QrCode-DH3anUDU.js","/assets/Retry-Ca0Z1vgy.js","/assets/Retry-D3NRp5Rg.css","/assets/Stepper-DkhQ-_4p.css","/assets/Stepper-S4Eb8JHC.js","/assets/Thumbnail-CRz-4EH5.css","/assets/Thumbnail-D3QIM9zY.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-CN17Si8U.js","/assets/cached-list.svelte-VbNQceTw.js","/assets/catalogue.svelte-DLqlvT4p.js","/assets/game-type-BvBpupui.js","/assets/in-words-DbM5JRgl.js","/assets/index-D5gYMRJP.css","/assets/index-Do-5-U-b.js","/assets/progress-DJi33olt.js","/assets/source-sans-3-BqRLTx4X.woff2"]
const CACHE = 'ruche-f58ad51db639'

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
