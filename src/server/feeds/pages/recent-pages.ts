/** Caches pages for some minutes while users select on them, so that changing a selector sends no request to the site. */
import type { Failure, OutboundResponse } from '../../outbound/index.ts'

const FRESH_MS = 180_000
const PAGES_MAX = 16
const BYTES_MAX = 4_000_000

export type RecentPages = {
  /** The cached response, or a new one. Only complete pages are cached. @param key of the request */
  readonly of: (
    key: string,
    request: () => Promise<OutboundResponse | Failure>,
  ) => Promise<OutboundResponse | Failure>
}

export function createRecentPages(now: () => number): RecentPages {
  const pages = new Map<string, { readonly at: number; readonly response: OutboundResponse }>()
  return {
    async of(key, request) {
      const recent = pages.get(key)
      if (recent && now() - recent.at < FRESH_MS) return recent.response
      pages.delete(key)
      const response = await request()
      if (!response.ok || response.status !== 200 || response.bytes.length > BYTES_MAX) return response
      pages.set(key, { at: now(), response })
      const [oldest] = pages.keys()
      if (pages.size > PAGES_MAX && oldest !== undefined) pages.delete(oldest)
      return response
    },
  }
}
