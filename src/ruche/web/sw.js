// The shell of the page, kept for when the network is away, and answers that stay true: lessons, puzzles, rules, what the
// server says of a position, and the archive as it was. Games and studies are kept by the page itself.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-DAG-ZWkm.js","/assets/Analysis-C9VV0lgX.js","/assets/Analysis-DurGU2fL.css","/assets/Archive-BpIC_19l.js","/assets/Archive-CZA_oyCI.css","/assets/Copy-CgoVBy4B.js","/assets/Copy-DQMbd9yJ.css","/assets/Figures-BZod2Zvy.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-DFfVEbtP.css","/assets/Game-DqMMn7Od.js","/assets/Learn-Bt5SALP6.css","/assets/Learn-Bz9Fsfwu.js","/assets/PlayArea-CWGa_7UG.js","/assets/PlayArea-CyAtFH76.css","/assets/Puzzles-B-IcAFJK.js","/assets/Puzzles-QHtPwjlo.css","/assets/QrCode-BoStyykj.css","/assets/QrCode-DvaMi9yK.js","/assets/Stepper-DrrhUVMY.css","/assets/Stepper-yzjzn24g.js","/assets/Studies-DJzE5p8Z.js","/assets/Studies-fERHzI8H.css","/assets/Summary-B86ylJx2.css","/assets/Summary-CTv2jACz.js","/assets/Thumbnail-DR8cnvQr.css","/assets/Thumbnail-TUWstJwF.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-SnQNP--s.js","/assets/action-words-B6SZmbQf.js","/assets/after-frame.svelte-BYbmpjw_.js","/assets/ahead-CSwsa8df.js","/assets/dates-Bjyd5Uom.js","/assets/en-BbvYGyDg.js","/assets/fr-T5OziOFe.js","/assets/keeper-CTyoOEcQ.css","/assets/keeper.svelte-DDLGddyy.js","/assets/scroll-CXoXi51w.js","/assets/shared-CTKrVWqv.js","/assets/shared-lgr9nH8c.css","/assets/source-sans-3-BqRLTx4X.woff2","/assets/sync-CQ50h-5P.js","/assets/sync-l80Pd-e3.js"]
const CACHE = 'ruche-ba1fbe5bfd51'
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
