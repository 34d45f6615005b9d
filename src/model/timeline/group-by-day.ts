import { partitionPoint } from '../../core/index.ts'
import type { DayGroup } from './types.ts'

/**
 * @param times ms, newest or oldest first. Days are few compared to entries, so each group's end is found by binary search.
 */
export function groupByDay(times: ArrayLike<number>): DayGroup[] {
  const groups: DayGroup[] = []
  for (let from = 0; from < times.length;) {
    const day = startOfDay(times[from] ?? 0)
    const to = partitionPoint(from + 1, times.length, (at) => startOfDay(times[at] ?? 0) === day)
    groups.push({ day, from, to })
    from = to
  }
  return groups
}

/** Local midnight, ms. */
export const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
/** The last ms of the local day that began then; a day may have 23 or 25 hours. */
export function endOfDay(day: number): number {
  const next = new Date(day)
  next.setDate(next.getDate() + 1)
  return next.getTime() - 1
}
