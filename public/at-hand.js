// Read by the service worker: what a start asks for first a browser gives out by itself, without starting the worker. Where
// it cannot, the worker does. The build names itself here.
const AT_HAND = 'at-hand '
const here = AT_HAND + 'BUILD'
// `/`, or the path below which the reader is served.
const root = new URL(self.registration.scope).pathname

self.addEventListener('install', (event) => {
  if (!('addRoutes' in event)) return
  const keep = async () => {
    const cache = await caches.open(here)
    await cache.add(new Request(root, { cache: 'reload' }))
  }
  event.waitUntil(keep())
  const path = (pathname) => ({ urlPattern: new URLPattern({ pathname, search: '' }), requestMethod: 'get' })
  event.waitUntil(
    event.addRoutes([
      { condition: { urlPattern: new URLPattern({ pathname: `${root}api/*` }) }, source: 'network' },
      { condition: path(`${root}assets/colouring/*`), source: 'fetch-event' },
      {
        condition: path(`${root}assets/*`),
        source: { cacheName: `workbox-precache-v2-${self.registration.scope}` },
      },
      { condition: path(root), source: { cacheName: here } },
    ]),
  )
})

self.addEventListener('activate', (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(AT_HAND) && name !== here)
    await Promise.all(old.map((name) => caches.delete(name)))
  }
  event.waitUntil(clear())
})
