/** The current list, as a pure fold of the events of its pages. */
import { createEvent, createStore } from 'effector'
import type { ApiError } from '../../api/index.ts'
import type { QueryOrder } from '../../local/calls.ts'
import { insertTimelineIds, toTimelineIds, mergeTimelineIds, withoutIds, type TimelineIds } from './merge.ts'

export type TimelineList = {
  /** Key of the scope it belongs to. */
  readonly key: string
  /** In `order`, whatever the order on screen. */
  readonly listed: TimelineIds
  readonly order: QueryOrder
  /** The next page of follow.db replaces the list instead of extending it. */
  readonly replaceNext: boolean
  /** follow.db has no more. */
  readonly localDone: boolean
  readonly remote: 'asking' | 'settled' | 'unreachable' | 'failed'
  readonly remoteMore: boolean
  readonly error: ApiError | null
}
export const noTimelineIds = toTimelineIds({ ids: [], times: [] })
const empty: TimelineList = {
  key: '',
  listed: noTimelineIds,
  order: 'new',
  replaceNext: false,
  localDone: false,
  remote: 'asking',
  remoteMore: true,
  error: null,
}

/** keepsRows: the rows stay visible until the first page replaces them. */
export const listOpened = createEvent<{
  key: string
  replace: boolean
  keepsRows: boolean
  expectsServer: boolean
}>()
/**
 * onward: a page of the sequential read of follow.db; otherwise rows that the server has just added. `open`: the open
 * entry, which stays in a list that is replaced until the user leaves it.
 */
export const pageReceived = createEvent<{
  page: TimelineIds & { readonly done: boolean; readonly order?: QueryOrder }
  /** The row of the page's first entry, used where the order is not that of time. */
  row: number
  onward: boolean
  open: TimelineIds
}>()
/** Adds a row for the open entry that no page has. */
export const openRowAdded = createEvent<TimelineIds>()
export const remoteRequested = createEvent()
export const remoteReceived = createEvent<{ more: boolean }>()
export const remoteFailed = createEvent<ApiError>()
export const listCleared = createEvent()
/** Ids of entries that no longer exist. */
export const rowsRemoved = createEvent<readonly string[]>()

export const $list = createStore<TimelineList>(empty, { serialize: 'ignore' })
  .on(listOpened, (list, { key, replace, keepsRows, expectsServer }) => ({
    ...(keepsRows ? list : empty),
    key,
    // Other settings list other rows. A second opening does not cancel a pending replacement.
    replaceNext: replace || key !== list.key || list.replaceNext,
    localDone: false,
    remote: expectsServer ? 'asking' : 'settled',
    remoteMore: expectsServer,
    error: null,
  }))
  .on(pageReceived, (list, { page, row, onward, open }) => ({
    ...list,
    listed: added(list.replaceNext && onward ? open : list.listed, page, row),
    order: page.order ?? 'new',
    replaceNext: list.replaceNext && !onward,
    localDone: onward ? page.done : list.localDone,
  }))
  .on(openRowAdded, (list, row) => ({ ...list, listed: mergeTimelineIds(list.listed, row) }))
  .on(remoteRequested, (list) => ({ ...list, remote: 'asking' }))
  .on(remoteReceived, (list, { more }) => ({ ...list, remote: 'settled', remoteMore: more, error: null }))
  .on(remoteFailed, (list, error) => ({
    ...list,
    remote: error.kind === 'unreachable' ? 'unreachable' : 'failed',
    error,
  }))
  .on(rowsRemoved, (list, ids) => ({ ...list, listed: withoutIds(list.listed, ids) }))
  .reset(listCleared)

const added = (
  list: TimelineIds,
  page: TimelineIds & { readonly order?: QueryOrder },
  row: number,
): TimelineIds =>
  (page.order ?? 'new') === 'new' ? mergeTimelineIds(list, page) : insertTimelineIds(list, page, row)

export const $order = $list.map(({ order }) => order)
