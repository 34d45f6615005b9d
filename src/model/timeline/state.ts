import { combine, createEvent, createStore, sample } from 'effector'
import { $location, sourceKey } from '../location/index.ts'
import { $general, settingChanged } from '../settings/index.ts'
import { groupByDay } from './group-by-day.ts'
import { $timelineIds, $timeline } from './list.ts'
import type { DayGroup } from './types.ts'

export { $timelineIds as $listed, $timeline }

/** Local days of the listed entries; empty unless the setting groups by date. */
export const $groups = combine(
  $timelineIds,
  $general.map(({ groupByDate }) => groupByDate),
  ({ times }, groupByDate): readonly DayGroup[] => (groupByDate ? groupByDay(times) : []),
)

/** Ask the server anew and drop what is read from an unread-only list. */
export const timelineRefetched = createEvent()
/** The last row came into sight. */
export const endReached = createEvent()
/** Go so many entries on (or back); from nothing to the first. */
export const entryStepped = createEvent<{ by: number }>()
export const entryOpened = createEvent<{ id: string; source?: string }>()

/** count null: there are new ones, nobody knows how many. */
export type NewEntries = { readonly count: number | null }
export const newEntriesFound = createEvent<NewEntries>()
export const newEntriesShown = createEvent()
export const $newEntries = createStore<NewEntries | null>(null, { serialize: 'ignore' })
  .on(newEntriesFound, (_, found) => found)
  // As a text, so that going on to another entry of the same place keeps the notice.
  .reset([
    newEntriesShown,
    timelineRefetched,
    $location.map(({ view, source }) => `${view} ${sourceKey(source)}`),
  ])

export const $unreadOnly = $general.map(({ unreadOnly }) => unreadOnly)
export const unreadOnlyToggled = createEvent()
sample({
  clock: unreadOnlyToggled,
  source: $unreadOnly,
  fn: (unreadOnly) => ({ tab: 'general', key: 'unreadOnly', value: !unreadOnly }) as const,
  target: settingChanged,
})

/** Rows that left the list at the top; the model marks them if the setting says so. */
export const rowsPassed = createEvent<readonly string[]>()
export const rowHovered = createEvent<string>()
export const rowsRendered = createEvent<readonly string[]>()
