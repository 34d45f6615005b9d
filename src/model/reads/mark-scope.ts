/** From "mark all of this" to the wire's scope and follow.db's (wire-contract 5, "Combinations sent"). */
import type { MarkAllScope } from '../../contract/reads.ts'
import type { LocalSubscription } from '../../local/calls.ts'
import type { EntryStatus } from '../entries/types.ts'
import type { ReaderLocation } from '../location/index.ts'
import { countedIds, type SubscriptionIndex } from '../subscriptions/build-tree.ts'
import { endOfDay, startOfDay } from '../timeline/group-by-day.ts'
import type { TimelineScopeSettings } from '../timeline/scope.ts'
import { feedIdsOf } from '../timeline/sources.ts'
import type { MarkAllArgs, MarkScope } from './changes.ts'

export type MarkContext = {
  readonly location: ReaderLocation
  readonly followed: SubscriptionIndex
  readonly settings: Pick<TimelineScopeSettings, 'excludePrivate' | 'autoGroup'>
  readonly statuses: ReadonlyMap<string, EntryStatus>
  readonly now: number
  /** The list begins with the oldest entry: older ones are above. */
  readonly oldestFirst: boolean
}

/** @returns null where there is nothing to mark: stars cannot be marked as one, and above needs its entry */
export function markAllArgs(request: MarkScope, context: MarkContext): MarkAllArgs | null {
  if (request.scope === 'subscription') return ofSubscriptions(request.ids, context)
  const { location } = context
  if (request.scope !== 'view' && location.source.kind === 'collections') return null
  // Entries of a query and those of a reading list are marked by their ids (model/search, model/reading-list).
  const { kind } = location.source
  if (request.scope !== 'view' && (kind === 'search' || kind === 'reading-list')) return null
  const source = request.scope === 'view' ? ({ kind: 'all' } as const) : location.source
  const times = timesOf(request, context)
  if (times === null) return null
  const { excludePrivate } = context.settings
  const feedIds = feedIdsOf({ view: location.view, source }, context.followed, context.settings)
  const inboxes = source.kind === 'all' && location.view === 0 ? [...context.followed.inboxes.keys()] : []
  return {
    wire: { view: location.view, excludePrivate, ...wireSource(source, feedIds), ...times },
    scope: { feedIds: [...feedIds, ...inboxes], ...times },
  }
}

type Times = { startTime?: number; endTime?: number }
function timesOf(request: MarkScope, { statuses, now, oldestFirst }: MarkContext): Times | null {
  if (request.scope === 'day') {
    const day = startOfDay(request.day)
    return { startTime: day, endTime: endOfDay(day) }
  }
  if (request.scope === 'older') return { startTime: 1, endTime: request.before - 1 }
  if (request.scope !== 'above' && request.scope !== 'below') return {}
  const at = request.at ?? statuses.get(request.id)?.publishedAt
  if (at === undefined) return null
  return (request.scope === 'above') !== oldestFirst
    ? { startTime: at + 1, endTime: now }
    : { startTime: 1, endTime: at - 1 }
}

function wireSource(source: ReaderLocation['source'], feedIds: readonly string[]): MarkAllScope {
  if (source.kind === 'feed' || source.kind === 'folder') return { feedIdList: [...feedIds] }
  if (source.kind === 'list') return { listId: source.id }
  return source.kind === 'inbox' ? { inboxId: source.id } : {}
}

/** Rows of the tree by subscription id; one list or inbox, or any number of feeds. */
function ofSubscriptions(ids: readonly string[], { followed }: MarkContext): MarkAllArgs | null {
  const subscriptions = ids.flatMap((id): LocalSubscription[] => {
    const subscription = followed.subscriptions.get(id)
    return subscription ? [subscription] : []
  })
  const [first] = subscriptions
  if (!first) return null
  const feedIds = subscriptions.flatMap((one) => countedIds(one, followed.lists))
  const wire = first.listId
    ? { listId: first.listId }
    : first.inboxId
      ? { inboxId: first.inboxId }
      : { feedIdList: feedIds }
  return { wire: { excludePrivate: false, ...wire }, scope: { feedIds } }
}
