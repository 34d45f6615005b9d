import type { ApiError } from '../../api/index.ts'
import type { Ids } from './ids.ts'

export type Timeline = {
  /** Entry ids, newest first; a hundred thousand of them are nothing out of the ordinary. */
  readonly ids: Ids
  /** offline-end: everything local is listed, more may be on the server, which does not answer. */
  readonly status: 'loading' | 'ready' | 'error' | 'offline-end'
  /** The server may have older ones. */
  readonly remoteMore: boolean
  readonly error: ApiError | null
}
/** One day's entries: rows [from, to) of the timeline. `day` is local midnight, ms. */
export type DayGroup = { readonly day: number; readonly from: number; readonly to: number }
