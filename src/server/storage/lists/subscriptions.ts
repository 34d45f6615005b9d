/** Subscriptions: one row per user and feed. */
import { sql } from 'kysely'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { removeAbandonedFeeds } from '../feeds/private-feeds.ts'
import type { Flag, SubscriptionRow } from '../schema.ts'

/** The fields of a subscription that a user may change; an absent field is unchanged. */
export type SubscriptionChange = {
  readonly view?: number
  readonly category?: string | null
  readonly title?: string | null
  readonly isPrivate?: Flag
  readonly hideFromTimeline?: Flag
}

const privateIfRequestedForUser = sql<Flag>`(case when exists (select 1 from "feedRequests" fr
  where fr."feedId" = subscriptions."feedId") then 1 else 0 end)`

/** A user's subscriptions in the order of following. @param only.open omits private ones, and those of shared folders */
export function subscriptionsOf(
  { db }: Storage,
  userId: string,
  only: { view?: number; open?: boolean } = {},
): Promise<SubscriptionRow[]> {
  let query = db.selectFrom('subscriptions').selectAll().where('userId', '=', userId)
  if (only.view !== undefined) query = query.where('view', '=', only.view)
  if (only.open) query = query.where('isPrivate', '=', 0).where('sharedFolderId', 'is', null)
  return query.orderBy('createdAt').orderBy('id').execute()
}

/** One subscription, or undefined when the user does not follow the feed. */
export function subscriptionOf(
  { db }: Storage,
  userId: string,
  feedId: string,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .where('feedId', '=', feedId)
    .executeTakeFirst()
}

/** How many feeds a user follows. */
export async function countSubscriptions({ db }: Storage, userId: string): Promise<number> {
  const row = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Stores a subscription; an existing one is unchanged. */
export async function addSubscription({ db }: Storage, row: SubscriptionRow): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((on) => on.columns(['userId', 'feedId']).doNothing())
    .execute()
}

/**
 * Changes some of a user's subscriptions. That of the user's own feed stays private.
 * @returns how many of them exist
 */
export async function changeSubscriptions(
  { db, kind }: Storage,
  userId: string,
  feedIds: readonly string[],
  change: SubscriptionChange,
): Promise<number> {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const set = change.isPrivate === 0 ? { ...values, isPrivate: privateIfRequestedForUser } : values
  if (Object.keys(set).length === 0) return feedIds.length
  const result = await db
    .updateTable('subscriptions')
    .set(set)
    .where('userId', '=', userId)
    .where('feedId', 'in', idList(kind, feedIds))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Deletes subscriptions. Read marks and stars stay for a later re-subscription; but a private feed is deleted with
 * its last follower, unless it has a star.
 */
export async function removeSubscriptions(
  storage: Storage,
  userId: string,
  feedIds: readonly string[],
): Promise<void> {
  const { db, kind } = storage
  await db
    .deleteFrom('subscriptions')
    .where('userId', '=', userId)
    .where('feedId', 'in', idList(kind, feedIds))
    .execute()
  await removeAbandonedFeeds(storage, feedIds)
}

/** The names of a user's folders, in alphabetical order. */
export async function categoriesOf({ db }: Storage, userId: string, view?: number): Promise<string[]> {
  let query = db.selectFrom('subscriptions').select('category').distinct().where('userId', '=', userId)
  if (view !== undefined) query = query.where('view', '=', view)
  const rows = await query.where('category', 'is not', null).orderBy('category').execute()
  return rows.flatMap(({ category }) => (category === null ? [] : [category]))
}
