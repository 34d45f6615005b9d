/** Read and unread: one entry, several, or a whole location. */
import { sample } from 'effector'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $entrySummaries } from '../entries/state.ts'
import { $statuses } from '../entries/statuses.ts'
import type { EntryStatus } from '../entries/types.ts'
import type { ChangeOrigin, EntryHead } from '../../local/calls.ts'
import { $location } from '../location/index.ts'
import { $outbox, itemsPersisted } from '../outbox/state.ts'
import { $services } from '../services.ts'
import { $general } from '../settings/index.ts'
import { countsRequested } from '../subscriptions/events.ts'
import { $subscriptionIndex } from '../subscriptions/tree.ts'
import {
  allMarked,
  feedsReadBy,
  markAll,
  markRead,
  readMarked,
  readToggled,
  restoreMarks,
  unmarkAll,
  type MarkAllArgs,
  type MarkArgs,
  type MarkScope,
} from './changes.ts'
import { markAllArgs } from './mark-scope.ts'
import { $oldestFirst } from '../timeline/list-options.ts'
import { feedsRead, localRowsAdded } from '../timeline/open.ts'
import { $entriesOfRows, $sourceGroups, $timelineIds } from '../timeline/rows.ts'
import { endOfDay } from '../timeline/group-by-day.ts'
import { idsIn, indexOfId, type Ids } from '../timeline/ids.ts'
import type { DayGroup } from '../timeline/types.ts'

export { allMarked, readMarked, readToggled } from './changes.ts'

/** Spec 4: skips entries that are already in that state, or whose feed is unknown. */
function marking(
  rows: ReadonlyMap<string, EntryStatus>,
  targets: readonly { readonly id: string; readonly feedId?: string }[],
  read: boolean,
): MarkArgs {
  const feedIds = new Map(targets.map(({ id, feedId }) => [id, rows.get(id)?.feedId ?? feedId ?? '']))
  const entries = [...feedIds].flatMap(([id, feedId]) =>
    feedId !== '' && rows.get(id)?.read !== read ? [{ id, feedId }] : [],
  )
  return { entries, read }
}
// The row of a story is marked with all of its entries.
const source = { rows: $statuses, summaries: $entrySummaries, entriesOf: $entriesOfRows }
const marked = sample({
  clock: readMarked,
  source,
  fn: ({ rows, summaries, entriesOf }, { ids, read, origin }) =>
    markRequest(marking(rows, entriesOf(ids), read), summaries, origin),
})
const toggled = sample({
  clock: readToggled,
  source,
  fn: ({ rows, summaries, entriesOf }, { ids }) => {
    const targets = entriesOf(ids)
    const read = targets.some((target) => rows.get(target.id)?.read === false)
    return markRequest(marking(rows, targets, read), summaries)
  },
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

const requested = sample({
  clock: allMarked,
  source: { groups: $sourceGroups, listed: $timelineIds, oldestFirst: $oldestFirst },
  fn: ({ groups, listed, oldestFirst }, request) => {
    const isPlaced = groups !== null && (request.scope === 'above' || request.scope === 'below')
    const bySource = isPlaced ? marksBySource(request, groups, listed.ids, oldestFirst) : null
    return { ids: bySource?.ids ?? [], request: bySource?.others ?? request }
  },
})
sample({
  clock: requested,
  filter: ({ ids }) => ids.length > 0,
  fn: ({ ids }) => ({ ids, read: true }),
  target: readMarked,
})

const markAllRequested = sample({
  clock: requested.map(({ request }) => request),
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
// A list of unread entries that was read after the mark-all lacks them: follow.db has its own, the server all.
sample({
  clock: itemsPersisted,
  source: $outbox,
  filter: (outbox, ids) => outbox.some(({ id, name }) => name === unmarkAll.name && ids.includes(id)),
  fn: () => {},
  target: localRowsAdded,
})
sample({ clock: unmarkAll.accepted, fn: () => {}, target: localRowsAdded })

const allPersisted = sample({
  clock: itemsPersisted,
  source: $outbox,
  fn: (outbox, ids) =>
    outbox.flatMap(({ id, name, args }) =>
      name === markAll.name && ids.includes(id) ? feedsReadBy(args as MarkAllArgs) : [],
    ),
})
sample({ clock: allPersisted, filter: (feedIds) => feedIds.length > 0, target: feedsRead })

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
