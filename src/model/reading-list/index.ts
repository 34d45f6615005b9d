/** The reading list: entries that fit into a number of minutes. Created on request, and stored until the next one. */
import { attach, combine, sample, scopeBind } from 'effector'
import { countedSeconds, pickForMinutes } from '../../contract/reading-list.ts'
import { nothing } from '../../core/index.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { entrySummariesLoaded } from '../entries/state.ts'
import { $statuses } from '../entries/statuses.ts'
import { storeEntriesFx } from '../entries/store-entries.ts'
import { $source, $view, locationEntered, navigationRequested } from '../location/index.ts'
import { $online } from '../network/index.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { allMarked, markRead } from '../reads/changes.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'
import { $readingList, $readingListIds, readingListMade } from './state.ts'

export { $readingList } from './state.ts'

/**
 * Creates a list for a number of minutes and shows it. The server chooses, which has all texts; offline it is
 * chosen from follow.db. Entries whose read mark is not sent yet are left out.
 */
export const readForFx = attach({
  source: { services: $services, online: $online, session: $session, writes: $mutationVersion, view: $view },
  effect: async ({ services: { api, local, clock }, online, session, writes, view }, minutes: number) => {
    const storeEntries = scopeBind(storeEntriesFx, { safe: true })
    const receiveFeeds = scopeBind(entryFeedsReceived, { safe: true })
    const made = scopeBind(readingListMade, { safe: true })
    const isOnline = online && session.status === 'authenticated'
    // Actually offline, or a server without the call.
    const response = isOnline ? await api.entries.readingList({ minutes }).catch(() => null) : null
    const received = response?.data.map((item) => entryFromWire(item, view)) ?? []
    receiveFeeds(feedsFromWire(response?.data ?? []))
    await storeEntries({ entries: received, requestedAt: writes })
    const candidates = await local.call('entries.readingCandidates', { now: clock.now() })
    const unread = new Set(candidates.map(({ id }) => id))
    const chosen = response
      ? received.filter(({ id }) => unread.has(id))
      : pickForMinutes(candidates, minutes).map(({ seconds, ...one }) => ({
          ...one,
          readingSeconds: seconds,
        }))
    const entries = chosen.map(({ id, feedId, readingSeconds = 0 }) => ({
      id,
      feedId,
      seconds: countedSeconds(readingSeconds),
    }))
    if (entries.length === 0) return nothing({ key: 'app:readingList.none', values: { count: minutes } })
    made({ minutes, entries })
    return null
  },
})
sample({
  clock: readingListMade,
  fn: () => ({ source: { kind: 'reading-list' }, entryId: null }) as const,
  target: navigationRequested,
})

/** The read marks of the whole list are known while it is shown, those of rows out of sight too. */
const loadFx = attach({
  source: $services,
  effect: ({ local }, ids: readonly string[]) => local.call('entries.heads', ids),
})
sample({
  clock: locationEntered,
  source: { ids: $readingListIds, source: $source },
  filter: ({ ids, source }) => ids.length > 0 && source.kind === 'reading-list',
  fn: ({ ids }) => ids,
  target: loadFx,
})
sample({ clock: loadFx.doneData, target: entrySummariesLoaded })

export type ReadingProgress = {
  readonly minutes: number
  readonly total: number
  readonly read: number
  /** Minutes of the unread entries, rounded up. */
  readonly minutesLeft: number
}
/** null: there is no list. */
export const $readingProgress = combine($readingList, $statuses, (list, statuses): ReadingProgress | null => {
  if (list === null) return null
  const unread = list.entries.filter(({ id }) => statuses.get(id)?.read !== true)
  return {
    minutes: list.minutes,
    total: list.entries.length,
    read: list.entries.length - unread.length,
    minutesLeft: Math.ceil(unread.reduce((sum, { seconds }) => sum + seconds, 0) / 60),
  }
})

sample({
  clock: allMarked,
  source: { source: $source, list: $readingList, statuses: $statuses },
  filter: ({ source, list }, { scope }) =>
    scope === 'source' && source.kind === 'reading-list' && list !== null,
  fn: ({ list, statuses }) => ({
    args: {
      entries: (list?.entries ?? [])
        .filter(({ id }) => statuses.get(id)?.read !== true)
        .map(({ id, feedId }) => ({ id, feedId })),
      read: true,
    },
  }),
  target: markRead.requested,
})
