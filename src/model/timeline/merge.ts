import { partitionPoint } from '../../core/index.ts'
import { idText, packIds, type Ids } from './ids.ts'

/** times: publishedAt of each, ms */
export type TimelineIds = { readonly ids: Ids; readonly times: Float64Array }

export const toTimelineIds = ({
  ids,
  times,
}: {
  ids: readonly string[]
  times: readonly number[]
}): TimelineIds => ({
  ids: packIds(ids),
  times: new Float64Array(times),
})

/** The same entries in the other order. */
export const reversed = ({ ids, times }: TimelineIds): TimelineIds => ({
  ids: ids.toReversed(),
  times: times.toReversed(),
})

/** Merges two lists ordered by publishedAt, id, descending; the first itself if the second adds nothing. */
export function mergeTimelineIds(a: TimelineIds, page: TimelineIds): TimelineIds {
  const end = a.ids.length
  // Appending is the usual case and must cost no more than copying.
  const b = end === 0 || isBefore(a, end - 1, page, 0) ? page : missingIds(a, page)
  const more = b.ids.length
  if (more === 0) return a
  const [ids, times] = [new BigInt64Array(end + more), new Float64Array(end + more)]
  let [fromA, fromB] = [0, 0]
  const copy = (list: TimelineIds, start: number, stop: number, at: number) => {
    ids.set(list.ids.subarray(start, stop), at)
    times.set(list.times.subarray(start, stop), at)
  }
  for (let index = 0; fromA < end; index += 1) {
    const position = index < more ? positionOf(a, b, index, fromA) : end
    if (position === fromA) continue
    copy(b, fromB, index, fromA + fromB)
    copy(a, fromA, position, fromA + index)
    ;[fromA, fromB] = [position, index]
  }
  copy(b, fromB, more, end + fromB)
  return { ids, times }
}

/**
 * Inserts a page, at a row, into a list that is in another order than that of time. Rows of the list that the page
 * lacks follow it.
 */
export function insertTimelineIds(list: TimelineIds, page: TimelineIds, row: number): TimelineIds {
  const added = new Set(page.ids)
  const ids: bigint[] = []
  const times: number[] = []
  const add = (from: TimelineIds, start: number, end: number, isLeftOut?: (id: bigint) => boolean) => {
    for (let at = start; at < end; at += 1) {
      const id = from.ids[at] ?? 0n
      if (isLeftOut?.(id)) continue
      ids.push(id)
      times.push(from.times[at] ?? 0)
    }
  }
  const isAdded = (id: bigint) => added.has(id)
  add(list, 0, Math.min(row, list.ids.length), isAdded)
  add(page, 0, page.ids.length)
  add(list, row, list.ids.length, isAdded)
  return { ids: new BigInt64Array(ids), times: new Float64Array(times) }
}

/** The list without some of its entries; the list itself if it has none of them. */
export function withoutIds(list: TimelineIds, removed: readonly string[]): TimelineIds {
  const leftOut = new Set(packIds(removed))
  const ids = list.ids.filter((id) => !leftOut.has(id))
  if (ids.length === list.ids.length) return list
  return { ids, times: list.times.filter((_, index) => !leftOut.has(list.ids[index] ?? 0n)) }
}

/** The entries of a page that are not listed yet. */
export function missingIds(list: TimelineIds, page: TimelineIds): TimelineIds {
  const { ids, times } = page
  // Most entries of a page are listed, which a binary search finds without scanning a long list.
  const fresh = new Set(ids.filter((id, index) => list.ids[positionOf(list, page, index)] !== id))
  // Listed, with another time.
  if (fresh.size > 0) for (const id of list.ids) fresh.delete(id)
  return {
    ids: ids.filter((id) => fresh.has(id)),
    times: times.filter((_, index) => fresh.has(ids[index] ?? 0n)),
  }
}

/** The row of each of `entries` in the list; -1: it is not listed. */
export const positionsOf = (list: TimelineIds, entries: TimelineIds): Int32Array =>
  Int32Array.from(entries.ids, (id, index) => {
    const at = positionOf(list, entries, index)
    return list.ids[at] === id ? at : -1
  })

/** Number of entries of `a` before entry `index` of `b`; the first `low` are known to be. */
const positionOf = (a: TimelineIds, b: TimelineIds, index: number, low = 0): number =>
  partitionPoint(low, a.ids.length, (at) => isBefore(a, at, b, index))

/** The order of follow.db: by time, then by the text of the id. */
function isBefore(a: TimelineIds, at: number, b: TimelineIds, index: number): boolean {
  const ahead = (a.times[at] ?? 0) - (b.times[index] ?? 0)
  return ahead === 0 ? idText(a.ids[at]) > idText(b.ids[index]) : ahead > 0
}
