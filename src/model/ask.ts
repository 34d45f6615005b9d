/** When to ask the server again, by @tanstack's query client: it keeps ids and cursors, never entities. */
import type { QueryKey } from '@tanstack/react-query'
import { statusOf } from '../api/index.ts'
import type { Services } from './services.ts'

/** Spec 9 and client-facts 9. */
export const STALE_MS = {
  timeline: 600_000,
  subscriptions: 1_800_000,
  users: 300_000,
  settings: 600_000,
} as const
const UNRETRIED = [400, 401, 403, 404, 422]
const TRIES = 3
const RETRY_MS = 1000

/** Spec 8: three tries a second apart, but none where the server said no or nobody answered. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const status = statusOf(error)
  return status !== null && !UNRETRIED.includes(status) && failures < TRIES
}

/** Runs `fetch` unless a fresh enough answer is known; answers what it answered then. */
export async function askOnce<T>(
  services: Services,
  how: { key: QueryKey; staleMs: number; fetch: () => Promise<T> },
): Promise<T> {
  const { queriesOf } = await import('./queries.ts')
  return queriesOf(services).fetchQuery({
    queryKey: how.key,
    queryFn: how.fetch,
    staleTime: how.staleMs,
    retry: shouldRetry,
    retryDelay: RETRY_MS,
    // Being offline is found out by asking, not guessed.
    networkMode: 'always',
  })
}
