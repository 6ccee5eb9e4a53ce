// The shell of the page, kept for when the network is away, and answers that stay true: lessons, puzzles, rules, what the
// server says of a position, and the archive as it was. Games and studies are kept by the page itself.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-Z9SWKEW0.js","/assets/Analysis-B-pI4omS.css","/assets/Analysis-J8bnrQ0m.js","/assets/Archive-5wAuxXT8.css","/assets/Archive-CTH4byte.js","/assets/Copy-B2z2H0xy.css","/assets/Copy-BN57_haQ.js","/assets/Figures-DsCJ2_VG.css","/assets/Figures-hfWIvgn2.js","/assets/Game-BthxojYq.css","/assets/Game-C3vaNGN2.js","/assets/Learn-B8sF6sC7.js","/assets/Learn-Bt5SALP6.css","/assets/Lost-B6FlFU8k.js","/assets/PlayArea-Cm2ujpK_.css","/assets/PlayArea-O3rzdWHD.js","/assets/Puzzles-DcMlDzSK.js","/assets/Puzzles-QHtPwjlo.css","/assets/QrCode-BoStyykj.css","/assets/QrCode-D-Bhebei.js","/assets/Retry-C1gOf3m7.css","/assets/Retry-bV-b6r4Q.js","/assets/SetTicks-B-whI2x4.js","/assets/SetTicks-B5XA75_1.css","/assets/Stepper-DrrhUVMY.css","/assets/Stepper-LkHMViW-.js","/assets/Studies-_JUSLgl6.js","/assets/Studies-fERHzI8H.css","/assets/Summary-B1lcsKwH.js","/assets/Summary-B86ylJx2.css","/assets/Thumbnail-DR8cnvQr.css","/assets/Thumbnail-qqQ8M5Ym.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-uFIlMb2u.js","/assets/ahead-CWFpfWB6.js","/assets/api-orFpvZ9d.js","/assets/attempt.svelte-DY3fnso0.js","/assets/cached-list.svelte-CDkgGXrQ.js","/assets/catalogue.svelte-BFooN2wE.js","/assets/create-BxFCqONo.js","/assets/database-CHjXAPUY.js","/assets/dates-BBMv5cbf.js","/assets/download-QUAr_OhF.js","/assets/en-Dp_UbwhR.js","/assets/error-text-CXpNdc8d.js","/assets/form.svelte-B48nIR3G.js","/assets/fr-BEM0o3FQ.js","/assets/game-type-F2XWx1Sx.js","/assets/in-words-DiaWQSv4.js","/assets/index-708QhVXL.js","/assets/index-BBSgcGLj.css","/assets/keeper-B_i3xk0y.css","/assets/keeper.svelte-4wfkGd5t.js","/assets/legacy-oc0-b_4H.js","/assets/levels.svelte-DLU9mj4w.js","/assets/loading.svelte-_-SJDYcZ.js","/assets/own-games-Bg_f2vHN.js","/assets/own-games-DUXnVx4e.css","/assets/players-CTvipmVe.js","/assets/requests-3GCyITtS.js","/assets/router.svelte-Du0PVQSp.js","/assets/source-sans-3-BqRLTx4X.woff2","/assets/status-Cz3aVSnV.js","/assets/storage-Bvk0FLph.js","/assets/sync-D-sOY8dA.js","/assets/sync-DAeDWptk.js"]
const CACHE = 'ruche-6a8bab879c74'
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
