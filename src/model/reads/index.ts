/** Read and unread: one entry, several, or a whole location. */
import { sample } from 'effector'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $entrySummaries } from '../entries/state.ts'
import { $statuses } from '../entries/statuses.ts'
import type { EntryStatus } from '../entries/types.ts'
import type { ChangeOrigin, EntryHead } from '../../local/calls.ts'
import { $location } from '../location/index.ts'
import { $services } from '../services.ts'
import { $general } from '../settings/index.ts'
import { countsRequested } from '../subscriptions/events.ts'
import { $subscriptionIndex } from '../subscriptions/tree.ts'
import { allMarked, readMarked, readToggled } from './events.ts'
import { markAll, markRead, restoreMarks, unmarkAll, type MarkArgs } from './changes.ts'
import { markAllArgs } from './mark-scope.ts'
import { $oldestFirst } from '../timeline/list-options.ts'

export * from './events.ts'

/** Spec 4: skips entries that are already in that state, or whose feed is unknown. */
function marking(rows: ReadonlyMap<string, EntryStatus>, ids: readonly string[], read: boolean): MarkArgs {
  const entries = [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    return row && row.read !== read && row.feedId !== '' ? [{ id, feedId: row.feedId }] : []
  })
  return { entries, read }
}
const rowsAndTitles = { rows: $statuses, summaries: $entrySummaries }
const marked = sample({
  clock: readMarked,
  source: rowsAndTitles,
  fn: ({ rows, summaries }, { ids, read, origin }) =>
    markRequest(marking(rows, ids, read), summaries, origin),
})
const toggled = sample({
  clock: readToggled,
  source: rowsAndTitles,
  fn: ({ rows, summaries }, { id }) => markRequest(marking(rows, [id], !rows.get(id)?.read), summaries),
})
sample({
  clock: [marked, toggled],
  filter: ({ args }) => args.entries.length > 0,
  target: markRead.requested,
})
/** The title of a single entry is for the journal. */
function markRequest(
  args: MarkArgs,
  summaries: ReadonlyMap<string, EntryHead>,
  origin: ChangeOrigin = 'command',
) {
  const [first, ...others] = args.entries
  return { args, origin, subject: (others.length === 0 && summaries.get(first?.id ?? '')?.title) || null }
}

const markAllRequested = sample({
  clock: allMarked,
  source: {
    services: $services,
    location: $location,
    followed: $subscriptionIndex,
    general: $general,
    statuses: $statuses,
    oldestFirst: $oldestFirst,
  },
  fn: ({ services: { clock }, location, followed, general, statuses, oldestFirst }, request) => {
    const settings = {
      excludePrivate: general.hidePrivateSubscriptionsInTimeline,
      autoGroup: general.autoGroup,
    }
    const args = markAllArgs(request, {
      oldestFirst,
      location,
      followed,
      settings,
      statuses,
      now: clock.now(),
    })
    return args && { args }
  },
}).filterMap((mutation) => mutation ?? undefined)

sample({ clock: markAllRequested, target: markAll.requested })
/** The server's result is authoritative; only it knows the counts of a mark with a time limit. */
sample({ clock: [unmarkAll.accepted, restoreMarks.accepted], fn: () => {}, target: countsRequested })
sample({ clock: unmarkAll.accepted, fn: ({ args }) => args.entryIds, target: entrySummariesChanged })
