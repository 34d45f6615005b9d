/** Days after which unread entries are marked read, by feed or by folder. The server does it (contract/unread-days.ts). */
import { combine, createEvent, sample } from 'effector'
import { validUnreadDays, type UnreadDays } from '../../contract/unread-days.ts'
import { $general, settingChanged } from '../settings/settings.ts'
import { folderRenamed } from '../subscriptions/events.ts'

const $byFeed = $general.map(({ feedUnreadDays }) => validUnreadDays(feedUnreadDays))
const $byFolder = $general.map(({ folderUnreadDays }) => validUnreadDays(folderUnreadDays))
export const $unreadDays = combine($byFeed, $byFolder, (byFeed, byFolder): UnreadDays => ({
  byFeed,
  byFolder,
}))

/** days null: feeds as their folder, folders never; 0: never. */
export const feedUnreadDaysChanged = createEvent<{
  readonly feedIds: readonly string[]
  readonly days: number | null
}>()
export const folderUnreadDaysChanged = createEvent<{
  readonly folder: string
  readonly days: number | null
}>()

sample({
  clock: feedUnreadDaysChanged,
  source: $byFeed,
  filter: (all, { feedIds, days }) => feedIds.some((id) => (all.get(id) ?? null) !== days),
  fn: (all, { feedIds, days }) =>
    ({ tab: 'general', key: 'feedUnreadDays', value: changed(all, feedIds, days) }) as const,
  target: settingChanged,
})
sample({
  clock: folderUnreadDaysChanged,
  source: $byFolder,
  filter: (all, { folder, days }) => (all.get(folder) ?? null) !== days,
  fn: (all, { folder, days }) =>
    ({ tab: 'general', key: 'folderUnreadDays', value: changed(all, [folder], days) }) as const,
  target: settingChanged,
})
sample({
  clock: folderRenamed,
  source: $byFolder,
  filter: (all, { from, to }) => all.has(from) && from !== to.trim(),
  fn: (all, { from, to }) =>
    ({
      tab: 'general',
      key: 'folderUnreadDays',
      value: { ...changed(all, [from], null), [to.trim()]: all.get(from) ?? 0 },
    }) as const,
  target: settingChanged,
})

function changed(
  all: ReadonlyMap<string, number>,
  names: readonly string[],
  days: number | null,
): Record<string, number> {
  const next = new Map(all)
  for (const name of names) {
    next.delete(name)
    if (days !== null) next.set(name, days)
  }
  return Object.fromEntries(next)
}
