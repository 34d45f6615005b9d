import { combine, createEvent, createStore } from 'effector'
import { $location, sourceKey } from '../location/index.ts'
import { $general } from '../settings/index.ts'
import { groupByDay } from './group-by-day.ts'
import { $order } from './list.ts'
import { $isListLoading, $sourceGroups, $timelineIds, $timeline } from './rows.ts'
import type { DayGroup } from './types.ts'

export { $isListLoading, $timelineIds, $timeline }
export { $oldestFirst, $unreadOnly, orderToggled, unreadOnlyToggled } from './list-options.ts'

/** Local days of the listed entries, by feed where the list is grouped by feeds; empty unless the setting groups by date, and where the order is not that of time. */
export const $groups = combine(
  $timelineIds,
  $sourceGroups,
  combine($general, $order, ({ groupByDate }, order) => groupByDate && (order === 'new' || order === 'old')),
  ({ times }, bySource, isGrouped): readonly DayGroup[] => bySource ?? (isGrouped ? groupByDay(times) : []),
)

/** Fetches the list again and removes read entries from an unread-only list. */
export const timelineRefetched = createEvent()
/** The last row became visible. */
export const endReached = createEvent()
/** Moves by this many entries (negative: back); without an open entry to the first. A list that loads moves once it has rows. */
export const entryStepped = createEvent<{ by: number }>()
export const entryOpened = createEvent<{ id: string; source?: string }>()

/** count null: an unknown number of new entries. */
export type NewEntries = { readonly count: number | null }
export const newEntriesFound = createEvent<NewEntries>()
export const newEntriesShown = createEvent()
export const $newEntries = createStore<NewEntries | null>(null, { serialize: 'ignore' })
  // The response to an earlier request may arrive later.
  .on(newEntriesFound, (known, found) => ((known?.count ?? 0) > (found.count ?? 0) ? known : found))
  // As a string, so that opening another entry of the same location preserves the notice.
  .reset([
    newEntriesShown,
    timelineRefetched,
    $location.map(({ view, source }) => `${view} ${sourceKey(source)}`),
  ])

/** Rows that were scrolled past by pointer, at reading speed; marked read if the setting is on. */
export const rowsPassed = createEvent<readonly string[]>()
/** Rows that were visible and have left the screen at its top, however it was scrolled. */
export const rowsLeft = createEvent<readonly string[]>()
/** The pointer rests on a row. */
export const rowHovered = createEvent<string>()
export const rowsRendered = createEvent<readonly string[]>()
/** Rows that the list draws now, visible or about to be; reported while entries are translated. */
export const rowsDrawn = createEvent<readonly string[]>()
export const $drawnRows = createStore<readonly string[]>([], { serialize: 'ignore' }).on(
  rowsDrawn,
  (_, ids) => ids,
)
