// The shell of the page, kept for when the network is away, and answers that stay true: lessons, puzzles, rules, what the
// server says of a position, and the archive as it was. Games and studies are kept by the page itself.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-Btd6104E.js","/assets/Analysis-4aX_dfS1.js","/assets/Analysis-B-pI4omS.css","/assets/Archive-5wAuxXT8.css","/assets/Archive-CE7pkEG4.js","/assets/Copy-B2z2H0xy.css","/assets/Copy-DuEentE-.js","/assets/Figures--OGWr-Y0.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-BNjT6_2Y.js","/assets/Game-BthxojYq.css","/assets/Learn-Bt5SALP6.css","/assets/Learn-CKG-plbg.js","/assets/Lost-Si4iXSoC.js","/assets/PlayArea-Cm2ujpK_.css","/assets/PlayArea-DPJcm1Nk.js","/assets/Puzzles-QHtPwjlo.css","/assets/Puzzles-ZDJv8OpA.js","/assets/QrCode-BoStyykj.css","/assets/QrCode-qlTHY1mU.js","/assets/Retry-C1gOf3m7.css","/assets/Retry-DLxLPzSY.js","/assets/SetTicks-B5XA75_1.css","/assets/SetTicks-DVi_RuGz.js","/assets/Stepper-B6ma-4lf.js","/assets/Stepper-DrrhUVMY.css","/assets/Studies-CqqJoPKf.js","/assets/Studies-fERHzI8H.css","/assets/Summary-B86ylJx2.css","/assets/Summary-EqdjEfo7.js","/assets/Thumbnail-DR8cnvQr.css","/assets/Thumbnail-_ERrR9oA.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-CYZHEjKM.js","/assets/ahead-ReCqGFcz.js","/assets/api-orFpvZ9d.js","/assets/attempt.svelte-YWmNR6hn.js","/assets/cached-list.svelte-CDkgGXrQ.js","/assets/catalogue.svelte-CC4WfFLD.js","/assets/create-BxFCqONo.js","/assets/database-CHjXAPUY.js","/assets/dates-BUQuY54p.js","/assets/download-QUAr_OhF.js","/assets/en-CPcLnzXo.js","/assets/error-text-Clx47hVX.js","/assets/form.svelte-KjKK3tgg.js","/assets/fr-RUws60be.js","/assets/game-type-DwtNqPKc.js","/assets/in-words-Bav2EzFu.js","/assets/index-BBSgcGLj.css","/assets/index-DcRy88oB.js","/assets/keeper-B_i3xk0y.css","/assets/keeper.svelte-B_NSDyhf.js","/assets/legacy-oc0-b_4H.js","/assets/levels.svelte-CHgGd-V6.js","/assets/loading.svelte-_-SJDYcZ.js","/assets/own-games-CdeOK5qs.js","/assets/own-games-DUXnVx4e.css","/assets/players-DPyXLHG5.js","/assets/requests-3GCyITtS.js","/assets/router.svelte-Du0PVQSp.js","/assets/source-sans-3-BqRLTx4X.woff2","/assets/status-Cfo3qS5H.js","/assets/storage-Bvk0FLph.js","/assets/sync-D-sOY8dA.js","/assets/sync-DAeDWptk.js"]
const CACHE = 'ruche-8bf4fd629e7f'
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
