/** Maps list and inbox rows to the shapes of the contract. */
import type { Inbox, List, RawList } from '../../contract/shapes.ts'
import type { InboxSubscription, ListSubscription } from '../../contract/subscriptions.ts'
import { usersById } from '../storage/feeds/feeds-read.ts'
import { listFeedIds } from '../storage/lists/lists.ts'
import type { Storage } from '../storage/open.ts'
import type { InboxRow, ListRow, ListSubscriptionRow, UserRow } from '../storage/schema.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { toPublicUser } from '../storage/accounts/users.ts'
import { iso } from './wire-feed.ts'

/**
 * Many lists at once, by id, with owners and feeds in one query each. @param shows whether a list's feeds are
 * visible
 */
export async function toLists(
  storage: Storage,
  rows: readonly ListRow[],
  shows: (row: ListRow) => boolean = () => true,
): Promise<Map<string, List>> {
  const owners = await usersById(
    storage,
    rows.map(({ ownerUserId }) => ownerUserId),
  )
  const feedIds = await listFeedIds(
    storage,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, toList(row, owners, (shows(row) && feedIds.get(row.id)) || [])]))
}

function toList(row: ListRow, owners: ReadonlyMap<string, UserRow>, feedIds: readonly string[]): List {
  const owner = owners.get(row.ownerUserId)
  return {
    type: 'list',
    id: row.id,
    title: row.title,
    description: row.description,
    image: row.image,
    view: row.view,
    feedIds: [...feedIds],
    fee: row.fee,
    ownerUserId: row.ownerUserId,
    owner: owner ? toPublicUser(owner) : null,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

/** The full stored list, as in the response to a subscription. */
export function toRawList(row: ListRow, feedIds: readonly string[]): RawList {
  const { id, title, ownerUserId, view, fee, description, image } = row
  const times = { createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) }
  return {
    id,
    title,
    ownerUserId,
    view,
    fee,
    feedIds: [...feedIds],
    description,
    image,
    language: null,
    ...times,
  }
}

/**
 * Fields common to all responses about a list subscription. The contract's `feedId` of such a row names no feed;
 * it is the list's id.
 */
export function toListSubscription(row: ListSubscriptionRow): Omit<ListSubscription, 'lists'> {
  return {
    feedId: row.listId,
    listId: row.listId,
    userId: row.userId,
    view: row.view,
    title: row.title,
    category: row.category,
    isPrivate: row.isPrivate === 1,
    hideFromTimeline: row.hideFromTimeline === 1,
    createdAt: iso(row.createdAt),
  }
}

/** An inbox, for its owner only: it includes the secret, empty where the server's own secret was lost. */
export function toInbox(row: InboxRow, secrets: StoredSecrets): Inbox {
  const { handle, secret, title, userId } = row
  return {
    type: 'inbox',
    id: handle,
    secret: secrets.open(secret) ?? '',
    title,
    description: null,
    image: null,
    ownerUserId: userId,
    owner: null,
  }
}

/** An inbox is one of its owner's subscriptions, in the first view (wire-contract 8). */
export const toInboxSubscription = (row: InboxRow, secrets: StoredSecrets): InboxSubscription => ({
  feedId: row.handle,
  inboxId: row.handle,
  userId: row.userId,
  view: 0,
  title: row.title,
  category: null,
  isPrivate: false,
  createdAt: iso(row.createdAt),
  inboxes: toInbox(row, secrets),
})
