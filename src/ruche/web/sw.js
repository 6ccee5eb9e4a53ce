// The shell of the page, kept for when the network is away, and answers that stay true: lessons, puzzles, rules, what the
// server says of a position, and the archive as it was. Games and studies are kept by the page itself.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-CR2tCbGJ.js","/assets/Analysis-CZO2HZuw.js","/assets/Analysis-Gbl1SBJf.css","/assets/Archive-5wAuxXT8.css","/assets/Archive-BfHyMLnx.js","/assets/Copy-B2z2H0xy.css","/assets/Copy-C9XC3VIa.js","/assets/Figures-DG0VXT7G.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-Do7bIVOb.js","/assets/Game-DqHtF_GB.css","/assets/Learn-BZYkofnA.css","/assets/Learn-CCDN1D75.js","/assets/PlayArea-CAZBbWfU.css","/assets/PlayArea-DJEXCdDE.js","/assets/Puzzles-DJAi_alE.js","/assets/Puzzles-QHtPwjlo.css","/assets/QrCode-C5NfEQAm.js","/assets/QrCode-C8fEJGBu.css","/assets/Stepper-C1mzc-Zg.js","/assets/Stepper-DrrhUVMY.css","/assets/Studies-cfJM2ab7.js","/assets/Studies-fERHzI8H.css","/assets/Summary-B86ylJx2.css","/assets/Summary-C6dlyz2R.js","/assets/Thumbnail-B-khe57i.js","/assets/Thumbnail-DR8cnvQr.css","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-ClQ9n6JB.js","/assets/ahead-CK2Nmijd.js","/assets/api-orFpvZ9d.js","/assets/cached-list.svelte-CDkgGXrQ.js","/assets/catalogue.svelte-CaJqzzRi.js","/assets/error-text-iAFJhUka.js","/assets/game-type-Cf9hUy3v.js","/assets/in-words-D4yRnrpG.js","/assets/index-CmaFiMor.css","/assets/index-Cxg33FBa.js","/assets/keeper-B_i3xk0y.css","/assets/keeper.svelte-DNSwHCWu.js","/assets/source-sans-3-BqRLTx4X.woff2","/assets/storage-Bvk0FLph.js","/assets/sync-ldCiI8AH.js"]
const CACHE = 'ruche-3defc2eb592c'
const ANSWERS = 'ruche-answers'
const MOST_ANSWERS = 3000
const LOOKED_UP = /^\/api\/(lessons|puzzles|first-game|rules|bugs|types|levels|formats)(\/|$)|^\/api\/games$/
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
  const isKept = request.method === 'GET' ? LOOKED_UP.test(url.pathname) : OF_A_POSITION.test(url.pathname)
  if (isKept) return event.respondWith(answer(event))
  if (request.method !== 'GET') return
  if (url.pathname.startsWith('/api') || url.pathname === '/healthz') return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/')))
    return
  }
  event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})
