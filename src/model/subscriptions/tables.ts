/** The user's subscriptions: confirmed rows with pending changes replayed over them. */
import type { Inbox } from '../../contract/shapes.ts'
import { createTable } from '../../core/index.ts'
import type { LocalFeed, LocalList, LocalSubscription } from '../../local/calls.ts'
import { registerTable } from '../outbox/tables.ts'

declare module '../outbox/tables.ts' {
  interface TableRows {
    subscriptions: LocalSubscription
    feeds: LocalFeed
    lists: LocalList
    inboxes: Inbox
    counts: number
  }
}

/** By type/targetId. */
export const subscriptions = createTable<LocalSubscription>()
/** By feed id. */
export const feeds = createTable<LocalFeed>()
export const lists = createTable<LocalList>()
/** By handle. */
export const inboxes = createTable<Inbox>()
/** Unread counts by feed id or inbox handle; a list's count is the sum over its feeds. */
export const counts = createTable<number>()

registerTable('subscriptions', subscriptions)
registerTable('feeds', feeds)
registerTable('lists', lists)
registerTable('inboxes', inboxes)
registerTable('counts', counts)

export const $feeds = feeds.$rows
export const $counts = counts.$rows
/** All subscriptions of the user, by subscription id. */
export const $subscriptions = subscriptions.$rows
export const $lists = lists.$rows
export const $inboxes = inboxes.$rows
