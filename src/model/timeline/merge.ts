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

/** Two lists in the order publishedAt, id, descending, as one; the first itself where the second brings nothing. */
export function mergeTimelineIds(a: TimelineIds, page: TimelineIds): TimelineIds {
  const end = a.ids.length
  // Loading on is the usual case, and must not cost more with every chunk than copying.
  const b = end === 0 || isBefore(a, end - 1, page, 0) ? page : missingIds(a, page)
  const more = b.ids.length
  if (more === 0) return a
  const [ids, times] = [new BigInt64Array(end + more), new Float64Array(end + more)]
  let [from, taken] = [0, 0]
  const take = (list: TimelineIds, start: number, stop: number, at: number) => {
    ids.set(list.ids.subarray(start, stop), at)
    times.set(list.times.subarray(start, stop), at)
  }
  for (let index = 0; from < end; index += 1) {
    const place = index < more ? placeOf(a, b, index, from) : end
    if (place === from) continue
    take(b, taken, index, from + taken)
    take(a, from, place, from + index)
    ;[from, taken] = [place, index]
  }
  take(b, taken, more, end + taken)
  return { ids, times }
}

/** What of a page is not listed yet. */
export function missingIds(list: TimelineIds, page: TimelineIds): TimelineIds {
  const { ids, times } = page
  // Most of a page is where it was, which is looked for by halving: a long list is not walked through for nothing.
  const fresh = new Set(ids.filter((id, index) => list.ids[placeOf(list, page, index)] !== id))
  // Known, with another time.
  if (fresh.size > 0) for (const id of list.ids) fresh.delete(id)
  return {
    ids: ids.filter((id) => fresh.has(id)),
    times: times.filter((_, index) => fresh.has(ids[index] ?? 0n)),
  }
}

/** How many of `a` come before that one of `b`; of the first `low` it is known. */
const placeOf = (a: TimelineIds, b: TimelineIds, index: number, low = 0): number =>
  partitionPoint(low, a.ids.length, (at) => isBefore(a, at, b, index))

/** As follow.db orders them: by time, then by the text of the id. */
function isBefore(a: TimelineIds, at: number, b: TimelineIds, index: number): boolean {
  const ahead = (a.times[at] ?? 0) - (b.times[index] ?? 0)
  return ahead === 0 ? idText(a.ids[at]) > idText(b.ids[index]) : ahead > 0
}
