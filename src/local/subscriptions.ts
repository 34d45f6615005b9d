/** Subscriptions as follow.db stores them, with their feeds, lists and inboxes; and other users. */
import type { Feed, Inbox, List } from '../contract/shapes.ts'
import type { View } from '../contract/views.ts'

/** A row of the subscription list. `id` is type/targetId (spec 3). */
export type LocalSubscription = {
  readonly id: string
  readonly type: 'feed' | 'list' | 'inbox'
  readonly feedId: string | null
  readonly listId: string | null
  readonly inboxId: string | null
  readonly userId: string
  readonly view: View
  readonly isPrivate: boolean
  /** The timelines of its view leave its entries out. */
  readonly hideFromTimeline: boolean
  readonly title: string | null
  readonly category: string | null
  readonly createdAt: number
}

export type LocalFeed = Feed & {
  readonly id: string
  readonly subscriptionCount?: number | null
  readonly updatesPerWeek?: number | null
  readonly latestEntryPublishedAt?: string | null
}

export type LocalList = List & {
  readonly subscriptionCount?: number | null
  /** What the list earned, as text. */
  readonly purchaseAmount?: string | null
}

/** Another user, as everybody sees them. */
export type LocalUser = {
  readonly id: string
  readonly name: string | null
  readonly handle: string | null
  readonly image: string | null
  readonly bio: string | null
  readonly website: string | null
  readonly socialLinks: Readonly<Record<string, string>> | null
}

export type SubscriptionSet = {
  readonly subscriptions: readonly LocalSubscription[]
  readonly feeds: readonly LocalFeed[]
  readonly lists: readonly LocalList[]
  readonly inboxes: readonly Inbox[]
}
