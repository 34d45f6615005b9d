/** The routes of an RSSHub instance, cached for an hour. */
import type { Services } from '../http/routes.ts'
import { cacheResponse, cachedResponse } from '../storage/feeds/rsshub.ts'
import { addressAt, type Base } from './address.ts'
import type { Namespaces } from './routes-in.ts'

type CatalogueServices = Pick<Services, 'storage' | 'outbound' | 'parsing' | 'now' | 'log'>

const HOUR_MS = 3_600_000
/** Delay before the next request to an instance that failed. */
const RETRY_MS = 60_000

type CachedRoutes = { readonly at: number; readonly namespaces: Namespaces }
const cache = new Map<string, CachedRoutes>()
const running = new Map<string, Promise<Namespaces>>()

/** All routes of an instance; its last stored response when it cannot be reached. */
export async function routesOf(services: CatalogueServices, base: Base): Promise<Namespaces> {
  const url = addressAt(base, 'api/namespace')
  const cached = cache.get(url)
  if (cached && services.now() - cached.at < HOUR_MS && services.now() >= cached.at) return cached.namespaces
  const loading = running.get(url) ?? load(services, url).finally(() => running.delete(url))
  running.set(url, loading)
  return loading
}

async function load(
  { storage, outbound, parsing, now, log }: CatalogueServices,
  url: string,
): Promise<Namespaces> {
  const stored = await cachedResponse(storage, url)
  const cacheRoutes = (namespaces: Namespaces, at: number): Namespaces => {
    cache.set(url, { at, namespaces })
    return namespaces
  }
  const routesIn = (bytes: Uint8Array) => parsing.parse('rsshubRoutes', bytes).catch(() => null)
  const storedRoutes = async (): Promise<Namespaces> =>
    (stored && (await routesIn(Buffer.from(stored.body)))) ?? {}
  if (stored && now() - stored.at < HOUR_MS) return cacheRoutes(await storedRoutes(), stored.at)
  const response = await outbound.ask(url, { headers: { accept: 'application/json' } })
  const routes = response.ok && response.status === 200 ? await routesIn(response.bytes) : null
  if (response.ok && routes) {
    await cacheResponse(storage, { url, body: new TextDecoder().decode(response.bytes), at: now() })
    return cacheRoutes(routes, now())
  }
  log.warn('The routes of an RSSHub instance could not be read', {
    cause: response.ok ? response.status : response.message,
  })
  return cacheRoutes(await storedRoutes(), now() - HOUR_MS + RETRY_MS)
}
