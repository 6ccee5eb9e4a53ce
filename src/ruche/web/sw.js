// The shell of the page, kept for when the network is away, and answers that never change: lessons, puzzles, rules,
// and what the server says of a position. Games are never kept here: the server's log is the only truth, and an open
// page keeps what it has already shown.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-BeDn6Dpb.js","/assets/Analysis-Bhhgg7v1.js","/assets/Analysis-Gbl1SBJf.css","/assets/Archive-5wAuxXT8.css","/assets/Archive-CEFGmlcO.js","/assets/Copy-B2z2H0xy.css","/assets/Copy-B7leaaAL.js","/assets/Figures-BNvaFVZf.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-63wPykdx.js","/assets/Game-DqHtF_GB.css","/assets/Learn-BZYkofnA.css","/assets/Learn-C35YSALi.js","/assets/PlayArea-D9wtXCqO.js","/assets/PlayArea-DHFtvF0Z.css","/assets/Puzzles-B4dREiwE.js","/assets/Puzzles-QHtPwjlo.css","/assets/QrCode-BacHAa7b.js","/assets/QrCode-C8fEJGBu.css","/assets/Stepper-3GKZ3hK6.js","/assets/Stepper-DrrhUVMY.css","/assets/Studies-CZ4zMiIB.js","/assets/Studies-fERHzI8H.css","/assets/Summary-B86ylJx2.css","/assets/Summary-etaQ4Crr.js","/assets/Thumbnail-D3K4lpeu.js","/assets/Thumbnail-DR8cnvQr.css","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-CKYYCrZf.js","/assets/ahead-s4oGzWrO.js","/assets/api-orFpvZ9d.js","/assets/cached-list.svelte-CDkgGXrQ.js","/assets/catalogue.svelte-B9k8INAD.js","/assets/error-text-DV0TwSao.js","/assets/game-type-C9kB6eHo.js","/assets/in-words-BjEM2oFw.js","/assets/index-D5-R9MOQ.css","/assets/index-ROVch7V3.js","/assets/keeper-B_i3xk0y.css","/assets/keeper.svelte-BXkr5IyS.js","/assets/source-sans-3-BqRLTx4X.woff2","/assets/storage-Bvk0FLph.js","/assets/sync-B1mQk5mX.js"]
const CACHE = 'ruche-9cf39c4c1c22'
const ANSWERS = 'ruche-answers'
const MOST_ANSWERS = 3000
const CONSTANT = /^\/api\/(lessons|puzzles|first-game|rules|bugs|types|levels|formats)(\/|$)/
const OF_A_POSITION = /^\/api\/(view|frames|why)$|^\/api\/(lessons|puzzles)\/[^/]+\/try$/

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
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE && name !== ANSWERS).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  )
})

/** Under which address an answer is kept: a question that is posted is told by what it asks. */
async function keyOf(request) {
  if (request.method === 'GET') return request.url
  const digest = await crypto.subtle.digest('SHA-256', await request.clone().arrayBuffer())
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${request.url}?asked=${hex}`
}

async function keep(key, response) {
  const cache = await caches.open(ANSWERS)
  await cache.put(key, response)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS))) await cache.delete(old)
}

/** Asks the server; where it is out of reach, answers what it once said, and tells the page so. */
async function answer(event) {
  const { request } = event
  const key = await keyOf(request)
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(keep(key, response.clone()).catch(() => undefined))
    return response
  } catch (error) {
    const kept = await (await caches.open(ANSWERS)).match(key)
    if (!kept) throw error
    const headers = new Headers(kept.headers)
    headers.set('x-ruche-kept', '1')
    return new Response(kept.body, { status: kept.status, headers })
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  const isKept = request.method === 'GET' ? CONSTANT.test(url.pathname) : OF_A_POSITION.test(url.pathname)
  if (isKept) return event.respondWith(answer(event))
  if (request.method !== 'GET') return
  if (url.pathname.startsWith('/api') || url.pathname === '/healthz') return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/')))
    return
  }
  event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})
