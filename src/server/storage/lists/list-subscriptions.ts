/** Subscriptions to lists, and payments for them. */
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import type { ListSubscriptionRow } from '../schema.ts'
import type { SubscriptionChange } from './subscriptions.ts'

/** A user's list subscriptions in the order of following. @param only.open omits private ones */
export function listSubscriptionsOf(
  { db }: Storage,
  userId: string,
  only: { view?: number; open?: boolean } = {},
): Promise<ListSubscriptionRow[]> {
  let query = db.selectFrom('listSubscriptions').selectAll().where('userId', '=', userId)
  if (only.view !== undefined) query = query.where('view', '=', only.view)
  if (only.open) query = query.where('isPrivate', '=', 0)
  return query.orderBy('createdAt').orderBy('listId').execute()
}

/** One subscription, or undefined when the user does not follow the list. */
export function listSubscriptionOf(
  { db }: Storage,
  userId: string,
  listId: string,
): Promise<ListSubscriptionRow | undefined> {
  const rows = db.selectFrom('listSubscriptions').selectAll().where('userId', '=', userId)
  return rows.where('listId', '=', listId).executeTakeFirst()
}

/** How many lists of other users a user follows. */
export async function countListSubscriptions({ db }: Storage, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('listSubscriptions')
    .innerJoin('lists', 'lists.id', 'listSubscriptions.listId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('lists.ownerUserId', '<>', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a subscription; an existing one is unchanged. */
export async function addListSubscription(
  { db }: Pick<Storage, 'db'>,
  row: ListSubscriptionRow,
): Promise<void> {
  await db
    .insertInto('listSubscriptions')
    .values(row)
    .onConflict((on) => on.columns(['userId', 'listId']).doNothing())
    .execute()
}

/** Stores a subscription and its payment. @param db inside the transaction of the payment  */
export async function buyList(db: Storage['db'], row: ListSubscriptionRow, fee: number): Promise<void> {
  const { userId, listId, createdAt: at } = row
  await addListSubscription({ db }, row)
  await db.insertInto('listPurchases').values({ userId, listId, fee, at }).execute()
}

/** True when the user has ever paid for the list. */
export async function hasBought({ db }: Storage, userId: string, listId: string): Promise<boolean> {
  const rows = db.selectFrom('listPurchases').select('at').where('userId', '=', userId)
  return (await rows.where('listId', '=', listId).executeTakeFirst()) !== undefined
}

/** Changes a user's subscription. @returns false when there is none */
export async function changeListSubscription(
  { db }: Storage,
  userId: string,
  listId: string,
  change: SubscriptionChange,
): Promise<boolean> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const rows = db.updateTable('listSubscriptions').set(set).where('userId', '=', userId)
  return (await rows.where('listId', '=', listId).executeTakeFirst()).numUpdatedRows > 0n
}

/** Deletes a subscription; the payment stays recorded. */
export async function removeListSubscription({ db }: Storage, userId: string, listId: string): Promise<void> {
  await db.deleteFrom('listSubscriptions').where('userId', '=', userId).where('listId', '=', listId).execute()
}

/** The followed lists that contain some feeds, by feed. */
export async function listsCarrying(
  { db, kind }: Storage,
  userId: string,
  feedIds: readonly string[],
): Promise<Map<string, { listId: string; view: number }[]>> {
  if (feedIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('listSubscriptions as s')
    .innerJoin('listFeeds as f', 'f.listId', 's.listId')
    .select(['f.feedId', 's.listId', 's.view'])
    .where('s.userId', '=', userId)
    .where('f.feedId', 'in', idList(kind, feedIds))
    .orderBy('s.createdAt')
    .orderBy('s.listId')
    .execute()
  return Map.groupBy(rows, ({ feedId }) => feedId)
}
