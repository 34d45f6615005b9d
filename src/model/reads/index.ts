/** Read and unread: one entry, several, or a whole location. */
import { sample } from 'effector'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $statuses } from '../entries/statuses.ts'
import type { EntryStatus } from '../entries/types.ts'
import { changeJournaled } from '../journal/state.ts'
import { $location } from '../location/index.ts'
import { $services } from '../services.ts'
import { $general } from '../settings/index.ts'
import { countsRequested } from '../subscriptions/events.ts'
import { $subscriptionIndex } from '../subscriptions/tree.ts'
import { allMarked, readMarked, readToggled } from './events.ts'
import { markAll, markRead, unmarkAll, within, type MarkArgs } from './changes.ts'
import { markAllArgs } from './mark-scope.ts'

export * from './events.ts'

/** Spec 4: skips entries that are already in that state, or whose feed is unknown. */
function marking(rows: ReadonlyMap<string, EntryStatus>, ids: readonly string[], read: boolean): MarkArgs {
  const entries = [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    return row && row.read !== read && row.feedId !== '' ? [{ id, feedId: row.feedId }] : []
  })
  return { entries, read }
}
const marked = sample({
  clock: readMarked,
  source: $statuses,
  fn: (rows, { ids, read }) => marking(rows, ids, read),
})
const toggled = sample({
  clock: readToggled,
  source: $statuses,
  fn: (rows, { id }) => marking(rows, [id], !rows.get(id)?.read),
})
sample({
  clock: [marked, toggled],
  filter: ({ entries }) => entries.length > 0,
  fn: (args) => ({ args }),
  target: markRead.requested,
})

const markAllRequested = sample({
  clock: allMarked,
  source: {
    services: $services,
    location: $location,
    followed: $subscriptionIndex,
    general: $general,
    statuses: $statuses,
  },
  fn: ({ services: { clock, newId }, location, followed, general, statuses }, request) => {
    const settings = {
      excludePrivate: general.hidePrivateSubscriptionsInTimeline,
      autoGroup: general.autoGroup,
    }
    const args = markAllArgs(request, { location, followed, settings, statuses, now: clock.now() })
    return args && { id: newId(), at: clock.now(), args, statuses }
  },
}).filterMap((mutation) => mutation ?? undefined)

/** The inverse is journaled first: it needs the previous rows. */
sample({
  clock: markAllRequested,
  fn: ({ id, at, args, statuses }) => {
    const changing = [...statuses.values()].filter(within(args.scope))
    return {
      id,
      at,
      title: { key: 'app:undo.allMarked', values: {} },
      undo: {
        name: unmarkAll.name,
        args: { batch: id, entryIds: changing.map((row) => row.id) },
      },
    }
  },
  target: changeJournaled,
})
sample({ clock: markAllRequested, fn: ({ id, args }) => ({ id, args }), target: markAll.requested })
/** The server's result is authoritative; only it knows the counts of a mark with a time limit. */
sample({ clock: unmarkAll.accepted, fn: () => {}, target: countsRequested })
sample({ clock: unmarkAll.accepted, fn: ({ args }) => args.entryIds, target: entrySummariesChanged })
