import { endOfDay } from '../timeline/group-by-day.ts'
import { idsIn, indexOfId, type Ids } from '../timeline/ids.ts'
import type { DayGroup } from '../timeline/types.ts'
import type { MarkScope } from './events.ts'

type AboveOrBelow = Extract<MarkScope, { scope: 'above' | 'below' }>

/**
 * "Above" and "below" in a list whose days are grouped by feeds: rows of the entry's day in their order on screen, and all of the
 * other days.
 * @returns null where the entry has no row in such a list
 */
export function marksBySource(
  request: AboveOrBelow,
  groups: readonly DayGroup[],
  ids: Ids,
  oldestFirst: boolean,
): { readonly ids: readonly string[]; readonly others: AboveOrBelow } | null {
  const row = indexOfId(ids, request.id)
  const day = groups.find(({ from, to }) => from <= row && row < to)?.day
  if (day === undefined) return null
  const ofDay = groups.filter((group) => group.day === day)
  const [first, end] = [ofDay[0]?.from ?? row, ofDay.at(-1)?.to ?? row]
  const isNewer = (request.scope === 'above') !== oldestFirst
  return {
    ids: request.scope === 'above' ? idsIn(ids, first, row) : idsIn(ids, row + 1, end),
    others: { ...request, at: isNewer ? endOfDay(day) : day },
  }
}
