/** The routes of an RSSHub instance, cached for an hour. */
import { addressAt, type Base } from './address.ts'
import type { Namespaces } from './routes-in.ts'
import type { Services } from './services.ts'
import { cacheResponse, cachedResponse } from './tables.ts'

const HOUR_MS = 3_600_000
/** Delay before the next request to an instance that failed. */
const RETRY_MS = 60_000

const READER = new URL('./routes-in.ts', import.meta.url)

type CachedRoutes = { readonly at: number; readonly namespaces: Namespaces }
const cache = new Map<string, CachedRoutes>()
const running = new Map<string, Promise<Namespaces>>()

/** All routes of an instance; its last stored response when it cannot be reached. */
export async function routesOf(services: Services, base: Base): Promise<Namespaces> {
  const url = addressAt(base, 'api/namespace')
  const cached = cache.get(url)
  const now = services.host.now()
  if (cached && now - cached.at < HOUR_MS && now >= cached.at) return cached.namespaces
  const loading = running.get(url) ?? load(services, url).finally(() => running.delete(url))
  running.set(url, loading)
  return loading
}

async function load({ host, db }: Services, url: string): Promise<Namespaces> {
  const stored = await cachedResponse(db, url)
  const cacheRoutes = (namespaces: Namespaces, at: number): Namespaces => {
    cache.set(url, { at, namespaces })
    return namespaces
  }
  const routesIn = (bytes: Uint8Array) => host.parse<Namespaces | null>(READER, bytes).catch(() => null)
  const storedRoutes = async (): Promise<Namespaces> =>
    (stored && (await routesIn(Buffer.from(stored.body)))) ?? {}
  if (stored && host.now() - stored.at < HOUR_MS) return cacheRoutes(await storedRoutes(), stored.at)
  const response = await host.ask(url, { accept: 'application/json' })
  const routes = response.ok && response.status === 200 ? await routesIn(response.bytes) : null
  if (response.ok && routes) {
    await cacheResponse(db, { url, body: new TextDecoder().decode(response.bytes), at: host.now() })
    return cacheRoutes(routes, host.now())
  }
  host.log('The routes of an RSSHub instance could not be read', {
    cause: response.ok ? response.status : response.message,
  })
  return cacheRoutes(await storedRoutes(), host.now() - HOUR_MS + RETRY_MS)
}
