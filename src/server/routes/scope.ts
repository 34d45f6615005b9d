/** From what a call names (view, feed, feeds, list, stars) to the place in the library that it means. */
import type { Storage } from '../storage/open.ts'
import { visibleFeedIds } from '../storage/feeds-read.ts'
import { subscriptionOf } from '../storage/subscriptions.ts'
import type { Scope } from '../storage/timeline.ts'

export type Named = {
  readonly view?: number
  readonly feedId?: string
  readonly feedIdList?: readonly string[]
  readonly listId?: string
  readonly inboxId?: string
  readonly isCollection?: boolean
  readonly excludePrivate?: boolean
}

/**
 * @returns null for a place without entries: a list or inbox that does not exist, a feed that the person may not see.
 * One feed by name may also be one that the person does not follow: the look before following.
 */
export async function scopeOf(storage: Storage, userId: string, named: Named): Promise<Scope | null> {
  if (named.inboxId !== undefined || named.listId !== undefined) return null
  const { view, excludePrivate } = named
  const feedIds = named.feedIdList ?? (named.feedId === undefined ? undefined : [named.feedId])
  if (named.isCollection) return { kind: 'starred', userId, view, feedIds, excludePrivate }
  const single = feedIds?.length === 1 ? feedIds[0] : undefined
  if (single !== undefined && !(await subscriptionOf(storage, userId, single)))
    return (await visibleFeedIds(storage, userId, [single])).length > 0
      ? { kind: 'looked-at', userId, feedId: single }
      : null
  return { kind: 'followed', userId, view, feedIds, excludePrivate }
}
