/** The query client. It comes after the first list is shown, so only what is loaded later may import this directly. */
import { QueryClient } from '@tanstack/react-query'
import { knownQueries } from './known-queries.ts'
import type { Services } from './services.ts'

/** ms that an answer of the server counts as fresh (spec 9). */
const STALE_MS = 10 * 60_000

export function queriesOf(services: Services): QueryClient {
  const known = knownQueries.get(services)
  if (known) return known
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: STALE_MS, refetchOnWindowFocus: false, retry: false } },
  })
  knownQueries.set(services, queries)
  return queries
}
