import { createEvent } from 'effector'
import type { View } from '../../contract/views.ts'
import type { ChangeTitle, LocalFeed } from '../../local/calls.ts'
import type { SubscriptionPatch } from './types.ts'

export type FollowRequest = {
  readonly url: string
  readonly view: View
  readonly category?: string | null
  readonly title?: string | null
  readonly isPrivate?: boolean
}
/** Ids are subscription ids (type/targetId). */
export const followRequested = createEvent<FollowRequest>()
export const subscriptionEdited = createEvent<{ id: string; patch: SubscriptionPatch }>()
export const subscriptionsMoved = createEvent<{
  ids: readonly string[]
  view?: View
  category?: string | null
  /** Of the change; by default it is described. */
  title?: ChangeTitle
}>()
export const unfollowRequested = createEvent<{ ids: readonly string[] }>()
/** Folders of the current view. */
export const folderRenamed = createEvent<{ from: string; to: string }>()
/** unfollow: its feeds are unfollowed too; otherwise they remain, without a folder. */
export const folderDeleted = createEvent<{ name: string; unfollow: boolean }>()
/** Fetch subscriptions and counts from the server. */
export const subscriptionsRequested = createEvent()
export const countsRequested = createEvent()
/** Feeds from a response with entries; not necessarily subscribed, e.g. those of a list. */
export const entryFeedsReceived = createEvent<readonly LocalFeed[]>()
/** Feeds with data that the list of subscriptions lacks, such as statistics. */
export const feedsReceived = createEvent<readonly LocalFeed[]>()
export type ListAmounts = {
  readonly id: string
  readonly subscriptionCount: number | null
  readonly purchaseAmount: string | null
}
export const listAmountsReceived = createEvent<readonly ListAmounts[]>()
/** The feeds of a file were imported. */
export const feedsImported = createEvent()
