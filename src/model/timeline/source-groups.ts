/** Grouping the entries of a day by their feeds. */
import { createEvent, createStore } from 'effector'
import { listOpened } from './list.ts'
import { groupByDay } from './group-by-day.ts'
import type { Ids } from './ids.ts'
import type { TimelineIds } from './merge.ts'
import type { DayGroup } from './types.ts'

export type FeedsOfRows = ReadonlyMap<bigint, string>

/** Received with pages of a list that is grouped by feeds. */
export const feedsOfRowsRead = createEvent<{ readonly ids: Ids; readonly feedIds: readonly string[] }>()
/** The feeds of the listed entries; empty for lists that are not grouped by feeds. */
export const $feedsOfRows = createStore<FeedsOfRows>(new Map(), { serialize: 'ignore' })
  .on(feedsOfRowsRead, (feeds, { ids, feedIds }) => {
    const next = new Map(feeds)
    for (const [at, id] of ids.entries()) next.set(id, feedIds[at] ?? '')
    return next
  })
  .on(listOpened, (feeds, { keepsRows }) => (keepsRows || feeds.size === 0 ? feeds : new Map()))

export type SourceGroups = { readonly list: TimelineIds; readonly groups: readonly DayGroup[] }

/** Each day's entries by feed: the feed with the first entry of the day first, its entries in the order of the list. */
export function groupBySource({ ids, times }: TimelineIds, feedOf: (id: bigint) => string): SourceGroups {
  const list = { ids: new BigInt64Array(ids.length), times: new Float64Array(ids.length) }
  const groups: DayGroup[] = []
  for (const { day, from, to } of groupByDay(times)) {
    const rows = Map.groupBy(
      Array.from({ length: to - from }, (_, index) => from + index),
      (row) => feedOf(ids[row] ?? 0n),
    )
    let at = from
    for (const [feedId, ofFeed] of rows) {
      groups.push({ day, from: at, to: at + ofFeed.length, feedId })
      for (const row of ofFeed) {
        list.ids[at] = ids[row] ?? 0n
        list.times[at] = times[row] ?? 0
        at += 1
      }
    }
  }
  return { list, groups }
}
