/** Read and unread: one entry, several, or everything of a place. */
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

/** Spec 4: nothing happens where it is already so, or where no feed is known. */
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
  target: markRead.asked,
})

const allAsked = sample({
  clock: allMarked,
  source: {
    services: $services,
    place: $location,
    followed: $subscriptionIndex,
    general: $general,
    statuses: $statuses,
  },
  fn: ({ services: { clock, newId }, place, followed, general, statuses }, asked) => {
    const settings = {
      excludePrivate: general.hidePrivateSubscriptionsInTimeline,
      autoGroup: general.autoGroup,
    }
    const args = markAllArgs(asked, { place, followed, settings, statuses, now: clock.now() })
    return args && { id: newId(), at: clock.now(), args, statuses }
  },
}).filterMap((wish) => wish ?? undefined)

/** The way back is written down first: it needs the rows as they were. */
sample({
  clock: allAsked,
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
sample({ clock: allAsked, fn: ({ id, args }) => ({ id, args }), target: markAll.asked })
/** What the server took back is the truth; the counts of a timed mark are known to it alone. */
sample({ clock: unmarkAll.accepted, fn: () => {}, target: countsRequested })
sample({ clock: unmarkAll.accepted, fn: ({ args }) => args.entryIds, target: entrySummariesChanged })
