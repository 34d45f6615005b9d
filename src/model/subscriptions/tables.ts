/** What the person follows, as follow.db has it with pending changes replayed over it. */
import type { Inbox, List } from '../../contract/shapes.ts'
import { createTable } from '../../core/index.ts'
import type { LocalFeed, LocalSubscription } from '../../local/calls.ts'

/** By type/targetId. */
export const subscriptions = createTable<LocalSubscription>()
/** By feed id. */
export const feeds = createTable<LocalFeed>()
export const lists = createTable<List>()
/** By handle. */
export const inboxes = createTable<Inbox>()
/** Unread entries by feed id or inbox handle; a list's number is the sum over its feeds. */
export const counts = createTable<number>()

export const $feeds = feeds.$rows
export const $counts = counts.$rows
/** Everything the person follows, by subscription id. */
export const $subscriptions = subscriptions.$rows
export const $lists = lists.$rows
export const $inboxes = inboxes.$rows
