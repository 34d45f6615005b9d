/** A change on another device, as an effect on local entries. */
import type { MarkAllScope } from '../../contract/reads.ts'
import type { LiveEvent } from '../../contract/live.ts'
import type { View } from '../../contract/views.ts'
import type { EntryEffect, ReadScope } from '../../local/calls.ts'
import { countedIds, type SubscribedFeed } from '../subscriptions/build-tree.ts'
import { feedIdsOf } from '../timeline/sources.ts'

export type RemoteChange = Extract<LiveEvent, { type: 'changed' }>
export type LocalContext = {
  readonly followed: SubscribedFeed
  readonly now: number
  readonly newId: () => string
}

/** @returns null for a change that affects no entry, or whose input was not sent */
export function effectOf({ call, input = {} }: RemoteChange, context: LocalContext): EntryEffect | null {
  const { entryIds = [], entryId, view = 0, name, to } = input as EntryInput
  const ids = entryId === undefined ? entryIds : [...entryIds, entryId]
  switch (call) {
    case 'reads.mark':
      return { do: 'read', entryIds: ids, read: true }
    case 'reads.unmark':
      return { do: 'read', entryIds: ids, read: false }
    case 'reads.markAll':
      return { do: 'readAll', scope: scopeOf(input as MarkAllScope, context), batch: context.newId() }
    case 'collections.add':
      return entryId ? { do: 'star', entryId, starredAt: context.now, view } : null
    case 'collections.remove':
      return entryId ? { do: 'star', entryId, starredAt: null, view } : null
    case 'labels.add':
    case 'labels.remove':
      return name ? { do: 'label', name, entryIds: ids, on: call === 'labels.add' } : null
    case 'labels.update':
      return name && to ? { do: 'labelRename', name, to } : null
    case 'labels.delete':
      return name ? { do: 'labelDelete', name } : null
    default:
      return null
  }
}
type EntryInput = {
  readonly entryIds?: readonly string[]
  readonly entryId?: string
  readonly view?: View
  /** Of a label. */
  readonly name?: string
  readonly to?: string
}

/** The wire's scope with its views and lists resolved to feeds. Entries inserted after the event are not included. */
function scopeOf(wire: MarkAllScope, { followed, now }: LocalContext): ReadScope {
  const { startTime, endTime, insertedBefore = now } = wire
  return {
    feedIds: feedsOf(wire, followed),
    insertedBefore,
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
  }
}

function feedsOf(wire: MarkAllScope, followed: SubscribedFeed): readonly string[] {
  if (wire.feedIdList) return wire.feedIdList
  if (wire.feedId) return [wire.feedId]
  if (wire.inboxId) return [wire.inboxId]
  if (wire.listId) return followed.lists.get(wire.listId)?.feedIds ?? []
  const excludePrivate = wire.excludePrivate ?? false
  if (wire.view === undefined)
    return [...followed.subscriptions.values()]
      .filter((one) => !(excludePrivate && one.isPrivate))
      .flatMap((one) => countedIds(one, followed.lists))
  const source = { kind: 'all' } as const
  const feeds = feedIdsOf({ view: wire.view as View, source }, followed, { excludePrivate, autoGroup: false })
  return wire.view === 0 ? [...feeds, ...followed.inboxes.keys()] : feeds
}
