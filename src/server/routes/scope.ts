/** Maps the input of a call (view, feed, feeds, list, stars) to the scope of entries that it means. */
import { visibleFeedIds } from '../storage/feeds/feeds-read.ts'
import { inboxByHandle } from '../storage/lists/inboxes.ts'
import { listSubscriptionOf } from '../storage/lists/list-subscriptions.ts'
import { listsById } from '../storage/lists/lists.ts'
import type { Storage } from '../storage/open.ts'
import { subscriptionOf } from '../storage/lists/subscriptions.ts'
import type { TimelineScope } from '../storage/timeline/timeline.ts'

export type Named = {
  readonly view?: number
  readonly feedId?: string
  readonly feedIdList?: readonly string[]
  readonly listId?: string
  readonly inboxId?: string
  readonly isCollection?: boolean
  readonly excludePrivate?: boolean
}

async function inboxFeed(storage: Storage, userId: string, handle: string): Promise<string | null> {
  const inbox = await inboxByHandle(storage, handle)
  return inbox?.userId === userId ? inbox.feedId : null
}

/** A list with a fee is empty for users who have not paid it. */
async function listScope(storage: Storage, userId: string, listId: string): Promise<TimelineScope | null> {
  const list = (await listsById(storage, [listId])).get(listId)
  if (!list) return null
  const entitled =
    list.ownerUserId === userId || (await listSubscriptionOf(storage, userId, listId)) !== undefined
  return entitled || list.fee === 0 ? { kind: 'list', userId, listId, entitled } : null
}

/**
 * @returns null for a scope without entries: a list or inbox that does not exist, a feed that the user may not
 * see. One feed by name need not be followed, which allows previews, and a mark that races with an unsubscribe.
 */
export async function scopeOf(storage: Storage, userId: string, named: Named): Promise<TimelineScope | null> {
  if (named.inboxId !== undefined) {
    const feedId = await inboxFeed(storage, userId, named.inboxId)
    if (feedId === null) return null
    return named.isCollection
      ? { kind: 'starred', userId, feedIds: [feedId] }
      : { kind: 'looked-at', userId, feedId }
  }
  if (named.listId !== undefined) return listScope(storage, userId, named.listId)
  const { view, excludePrivate } = named
  const feedIds = named.feedIdList ?? (named.feedId === undefined ? undefined : [named.feedId])
  if (named.isCollection) return { kind: 'starred', userId, view, feedIds, excludePrivate }
  const single = feedIds?.length === 1 ? feedIds[0] : undefined
  const own = single && excludePrivate ? await subscriptionOf(storage, userId, single) : undefined
  if (single !== undefined && !own?.isPrivate)
    return (await visibleFeedIds(storage, userId, [single])).length > 0
      ? { kind: 'looked-at', userId, feedId: single }
      : null
  return { kind: 'followed', userId, view, feedIds, excludePrivate }
}
