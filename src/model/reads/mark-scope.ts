/** From "mark all of this" to the wire's scope and follow.db's (wire-contract 5, "Combinations sent"). */
import type { MarkAllScope } from '../../contract/reads.ts'
import type { LocalSubscription } from '../../local/calls.ts'
import type { EntryStatus } from '../entries/types.ts'
import type { ReaderLocation } from '../location/index.ts'
import { countedIds, type SubscriptionIndex } from '../subscriptions/build-tree.ts'
import { endOfDay, startOfDay } from '../timeline/group-by-day.ts'
import type { TimelineScopeSettings } from '../timeline/scope.ts'
import { feedIdsOf } from '../timeline/sources.ts'
import type { MarkScope } from './events.ts'
import type { MarkAllArgs } from './changes.ts'

export type MarkContext = {
  readonly place: ReaderLocation
  readonly followed: SubscriptionIndex
  readonly settings: Pick<TimelineScopeSettings, 'excludePrivate' | 'autoGroup'>
  readonly statuses: ReadonlyMap<string, EntryStatus>
  readonly now: number
}

/** @returns null where there is nothing to mark: stars cannot be marked as one, and above needs its entry */
export function markAllArgs(asked: MarkScope, world: MarkContext): MarkAllArgs | null {
  if (asked.scope === 'subscription') return ofSubscriptions(asked.ids, world)
  const { place } = world
  if (asked.scope !== 'view' && place.source.kind === 'collections') return null
  const source = asked.scope === 'view' ? ({ kind: 'all' } as const) : place.source
  const times = timesOf(asked, world)
  if (times === null) return null
  const { excludePrivate } = world.settings
  const feedIds = feedIdsOf({ view: place.view, source }, world.followed, world.settings)
  const inboxes = source.kind === 'all' && place.view === 0 ? [...world.followed.inboxes.keys()] : []
  return {
    wire: { view: place.view, excludePrivate, ...wireSource(source, feedIds), ...times },
    scope: { feedIds: [...feedIds, ...inboxes], ...times },
  }
}

type Times = { startTime?: number; endTime?: number }
function timesOf(asked: MarkScope, { statuses, now }: MarkContext): Times | null {
  if (asked.scope === 'day') {
    const day = startOfDay(asked.day)
    return { startTime: day, endTime: endOfDay(day) }
  }
  if (asked.scope !== 'above' && asked.scope !== 'below') return {}
  const at = statuses.get(asked.id)?.publishedAt
  if (at === undefined) return null
  return asked.scope === 'above' ? { startTime: at + 1, endTime: now } : { startTime: 1, endTime: at - 1 }
}

function wireSource(source: ReaderLocation['source'], feedIds: readonly string[]): MarkAllScope {
  if (source.kind === 'feed' || source.kind === 'folder') return { feedIdList: [...feedIds] }
  if (source.kind === 'list') return { listId: source.id }
  return source.kind === 'inbox' ? { inboxId: source.id } : {}
}

/** Rows of the tree by subscription id; one list or inbox, or any number of feeds. */
function ofSubscriptions(ids: readonly string[], { followed }: MarkContext): MarkAllArgs | null {
  const found = ids.flatMap((id): LocalSubscription[] => {
    const subscription = followed.subscriptions.get(id)
    return subscription ? [subscription] : []
  })
  const [first] = found
  if (!first) return null
  const feedIds = found.flatMap((one) => countedIds(one, followed.lists))
  const wire = first.listId
    ? { listId: first.listId }
    : first.inboxId
      ? { inboxId: first.inboxId }
      : { feedIdList: feedIds }
  return { wire: { excludePrivate: false, ...wire }, scope: { feedIds } }
}
