/** Health of a feed, derived from its latest fetches. */
import type { FetchRecord } from '../../contract/feeds.ts'

export type Health =
  | { readonly is: 'none' }
  | { readonly is: 'well'; readonly at: string }
  | { readonly is: 'gone'; readonly at: string }
  /** `since`: the first of the failures in a row, as far as the record reaches. */
  | { readonly is: 'failing'; readonly since: string; readonly reason: string | null }

/** @param fetches newest first, as in the server's response */
export function healthOf(fetches: readonly FetchRecord[]): Health {
  const [last] = fetches
  if (!last) return { is: 'none' }
  if (last.outcome === 'gone') return { is: 'gone', at: last.at }
  if (last.outcome !== 'failed') return { is: 'well', at: last.at }
  const worked = fetches.findIndex(({ outcome }) => outcome !== 'failed')
  const first = fetches[worked === -1 ? fetches.length - 1 : worked - 1] ?? last
  return { is: 'failing', since: first.at, reason: last.message }
}
