/** The page's query client. It caches ids and cursors of responses, never entities: those are in the stores. */
import { QueryClient } from '@tanstack/react-query'
import { statusOf } from '../api/index.ts'

/** ms that a response counts as fresh (spec 9, client-facts 9). */
const STALE_MS = 10 * 60_000
/** The same for responses about users (spec 9). */
export const USERS_STALE_MS = 5 * 60_000
/** ms that a response is stored for later pages (spec 9). */
export const STORED_QUERY_MS = 7 * 24 * 3600 * 1000
/** Options of a query whose response outlives the page (model/stored-queries): it holds no secret. */
export const storedQuery = { gcTime: STORED_QUERY_MS, meta: { isStored: true } } as const
/** ms before a retry */
const RETRY_MS = 1000
const RETRIES = 3
/** The request itself is invalid or not allowed: a retry changes nothing. */
const FINAL_STATUSES = [400, 401, 403, 404, 422]

/** One per page, or per test; created with the services. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: shouldRetry,
        retryDelay: RETRY_MS,
        // Requests are sent regardless of `navigator.onLine`, which is unreliable.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Spec 8: three retries a second apart, but none where the server refused or did not respond. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = statusOf(error)
  return status !== null && !FINAL_STATUSES.includes(status) && failures < RETRIES
}
