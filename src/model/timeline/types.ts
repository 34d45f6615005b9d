import type { ApiError } from '../../api/index.ts'
import type { Ids } from './ids.ts'

export type Timeline = {
  /** Entry ids in the order on screen; may be a hundred thousand. */
  readonly ids: Ids
  /** offline-end: all local entries are listed; the server may have more but is unreachable. */
  readonly status: 'loading' | 'ready' | 'error' | 'offline-end'
  /** The server may have older ones. */
  readonly remoteMore: boolean
  readonly error: ApiError | null
}
/** One day's entries: rows [from, to) of the timeline. `day` is local midnight, ms. */
export type DayGroup = {
  readonly day: number
  readonly from: number
  readonly to: number
  /** Those of one feed, where a day is grouped by feeds. */
  readonly feedId?: string
}
