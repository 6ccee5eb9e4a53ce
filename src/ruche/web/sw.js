// The shell of the page, kept for when the network is away, and answers that stay true: lessons, puzzles, rules, what the
// server says of a position, and the archive as it was. Games and studies are kept by the page itself.
const FILES = ["/","/manifest.webmanifest","/icon.svg","/assets/About-BK5Tbx4U.css","/assets/About-Cl754Sve.js","/assets/Analysis-ASIdUuNs.css","/assets/Analysis-C4iI9QIY.js","/assets/Archive-5wAuxXT8.css","/assets/Archive-BO94eCni.js","/assets/Copy-B2z2H0xy.css","/assets/Copy-r9KSEcg2.js","/assets/Figures-DOQZCC7S.js","/assets/Figures-DsCJ2_VG.css","/assets/Game-CzDlzz2j.css","/assets/Game-T24X2_BJ.js","/assets/Learn-BKo15ksI.js","/assets/Learn-Bt5SALP6.css","/assets/Lost-Cg5B6Uue.js","/assets/PlayArea-BCeEbRMn.js","/assets/PlayArea-Dqi2JXis.css","/assets/Puzzles-LYYO349G.js","/assets/Puzzles-QHtPwjlo.css","/assets/QrCode-BoStyykj.css","/assets/QrCode-FLowKq7I.js","/assets/Retry-C1gOf3m7.css","/assets/Retry-WOdUS0Ia.js","/assets/SetTicks-B5XA75_1.css","/assets/SetTicks-BvIYp4A2.js","/assets/Stepper-DrrhUVMY.css","/assets/Stepper-DydlDyd_.js","/assets/Studies-Cdc-AlPm.js","/assets/Studies-fERHzI8H.css","/assets/Summary-B86ylJx2.css","/assets/Summary-BE_1uAT7.js","/assets/Thumbnail-DR8cnvQr.css","/assets/Thumbnail-_qIYSU8R.js","/assets/TypeChoice-B38WuL_3.css","/assets/TypeChoice-DC51XOKB.js","/assets/ahead-BddtZjyS.js","/assets/api-CapMk2_d.js","/assets/attempt.svelte-HJ_V05qo.js","/assets/cached-list.svelte-USSh2M5F.js","/assets/catalogue.svelte-BsasyXC4.js","/assets/create-CTYE0IN5.js","/assets/database-Dyu14ddX.js","/assets/dates-B12X7PaS.js","/assets/download-QUAr_OhF.js","/assets/en-CPcLnzXo.js","/assets/error-text-BuMKKMUQ.js","/assets/form.svelte-BlS_Ieco.js","/assets/fr-RUws60be.js","/assets/game-type-EMpzpv9v.js","/assets/in-words-CmslQiyD.js","/assets/index-BBSgcGLj.css","/assets/index-CPzXeHQ1.js","/assets/keeper-B_i3xk0y.css","/assets/keeper.svelte-CDrWYG-F.js","/assets/legacy-DoZKaGaM.js","/assets/levels.svelte-CEbIDzNi.js","/assets/loading.svelte-pJjZ9QmN.js","/assets/own-games-CqtG3Ydw.js","/assets/own-games-DUXnVx4e.css","/assets/players-Bfky3b9o.js","/assets/requests-C-2xBZsn.js","/assets/router.svelte-D9LjaEeP.js","/assets/source-sans-3-BqRLTx4X.woff2","/assets/status-CykuV0BC.js","/assets/storage-Cs62UO5O.js","/assets/sync-CP0VQf51.js","/assets/sync-DztoZDUr.js"]
const CACHE = 'ruche-9cece2b27444'
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
