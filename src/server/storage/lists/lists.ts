/** List rows: their feeds, followers and payments. */
import { sql } from 'kysely'
import { visibleFeed } from '../feeds/feeds-read.ts'
import { idList } from '../engine/id-list.ts'
import { contains } from '../engine/like.ts'
import { selectFeeds } from '../feeds/feed-schedule.ts'
import type { Storage } from '../open.ts'
import type { FeedRow, ListRow, ListSubscriptionRow } from '../schema.ts'

/** The fields that the owner sets; an absent field is unchanged. */
export type ListChange = Partial<Pick<ListRow, 'title' | 'description' | 'image' | 'view' | 'fee'>>
/** A list with its statistics. `purchaseAmount`: what its followers paid. */
export type ListStatistics = { readonly subscriptionCount: number; readonly purchaseAmount: number }

/** Creates a list, which its owner follows. @param also runs in the same transaction */
export function addList(
  { db }: Pick<Storage, 'db'>,
  row: ListRow,
  also?: (db: Storage['db']) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('lists').values(row).execute()
    await trx.insertInto('listSubscriptions').values(followedBy(row.ownerUserId, row)).execute()
    await also?.(trx)
  })
}

/** A list as a subscription with default settings. */
export const followedBy = (userId: string, { id, view, updatedAt }: ListRow): ListSubscriptionRow => ({
  userId,
  listId: id,
  view,
  category: null,
  title: null,
  isPrivate: 0,
  hideFromTimeline: 0,
  createdAt: updatedAt,
})

/** How many lists a user owns. */
export async function countLists({ db }: Storage, ownerUserId: string): Promise<number> {
  const rows = db.selectFrom('lists').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count } = await rows.where('ownerUserId', '=', ownerUserId).executeTakeFirstOrThrow()
  return Number(count)
}

/** Rows of some lists, by id. */
export async function listsById(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<Map<string, ListRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('lists').selectAll().where('id', 'in', idList(kind, ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The lists of an owner, oldest first. */
export function listsOf({ db }: Storage, ownerUserId: string): Promise<ListRow[]> {
  const rows = db.selectFrom('lists').selectAll().where('ownerUserId', '=', ownerUserId)
  return rows.orderBy('createdAt').orderBy('id').execute()
}

/** Lists whose title or description contains a keyword, or whose id it is, the most followed first. */
export function searchLists({ db }: Storage, keyword: string, limit: number): Promise<ListRow[]> {
  return db
    .selectFrom('lists')
    .selectAll()
    .where((eb) =>
      eb.or([contains(['lists.title', 'lists.description'], keyword), eb('lists.id', '=', keyword)]),
    )
    .orderBy(sql`(select count(*) from "listSubscriptions" n where n."listId" = lists.id)`, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Changes a list. A new view also applies to the owner's own subscription (spec 4). */
export function changeList({ db }: Storage, row: ListRow, change: ListChange, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('lists')
      .set({ ...change, updatedAt: now })
      .where('id', '=', row.id)
      .execute()
    if (change.view === undefined || change.view === row.view) return
    await trx
      .updateTable('listSubscriptions')
      .set({ view: change.view })
      .where('listId', '=', row.id)
      .where('userId', '=', row.ownerUserId)
      .execute()
  })
}

/** Deletes a list unless it has followers other than its owner. @returns false when it has */
export async function removeList({ db }: Storage, { id, ownerUserId }: ListRow): Promise<boolean> {
  const others = sql<boolean>`exists (select 1 from "listSubscriptions" as s
    where s."listId" = ${id} and s."userId" <> ${ownerUserId})`
  const deleted = db
    .deleteFrom('lists')
    .where('id', '=', id)
    .where(sql<boolean>`not ${others}`)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** Adds feeds to a list. @returns those that were not in it before, in the input order */
export async function addListFeeds(
  { db }: Storage,
  listId: string,
  feedIds: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = feedIds.map((feedId, at) => ({ listId, feedId, addedAt: now + at }))
  if (rows.length === 0) return []
  const added = await db
    .insertInto('listFeeds')
    .values(rows)
    .onConflict((on) => on.columns(['listId', 'feedId']).doNothing())
    .returning('feedId')
    .execute()
  const ids = new Set(added.map(({ feedId }) => feedId))
  return feedIds.filter((id) => ids.has(id))
}

/** Removes a feed from a list; one that is not in it changes nothing. */
export async function removeListFeed({ db }: Storage, listId: string, feedId: string): Promise<void> {
  await db.deleteFrom('listFeeds').where('listId', '=', listId).where('feedId', '=', feedId).execute()
}

/** Ids of the feeds in some lists, by list, in the order in which they were added. */
export async function listFeedIds(
  { db, kind }: Storage,
  listIds: readonly string[],
): Promise<Map<string, string[]>> {
  const feedIdsByList = new Map<string, string[]>(listIds.map((id) => [id, []]))
  if (listIds.length === 0) return feedIdsByList
  const rows = await db
    .selectFrom('listFeeds')
    .select(['listId', 'feedId'])
    .where('listId', 'in', idList(kind, listIds))
    .orderBy('addedAt')
    .orderBy('feedId')
    .execute()
  for (const { listId, feedId } of rows) feedIdsByList.get(listId)?.push(feedId)
  return feedIdsByList
}

/** The feeds of a list that a user may see. @param entitled follows or owns the list, and so sees all of it */
export async function listFeeds(
  { db }: Storage,
  listId: string,
  { userId, entitled }: { userId: string | null; entitled: boolean },
): Promise<FeedRow[]> {
  const all = selectFeeds(db)
    .innerJoin('listFeeds', 'listFeeds.feedId', 'feeds.id')
    .where('listFeeds.listId', '=', listId)
    .orderBy('listFeeds.addedAt')
    .orderBy('feeds.id')
  return (entitled ? all : all.where(visibleFeed(sql<string>`feeds.id`, userId))).execute()
}

/** Statistics of some lists, by id. */
export async function listStatistics(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<Map<string, ListStatistics>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('lists')
    .select((eb) => [
      'lists.id',
      eb
        .selectFrom('listSubscriptions')
        .select((all) => all.fn.countAll<number>().as('count'))
        .whereRef('listSubscriptions.listId', '=', 'lists.id')
        .as('subscriptions'),
      eb
        .selectFrom('listPurchases')
        .select((all) => all.fn.sum<number | null>('listPurchases.fee').as('sum'))
        .whereRef('listPurchases.listId', '=', 'lists.id')
        .as('purchases'),
    ])
    .where('lists.id', 'in', idList(kind, ids))
    .execute()
  return new Map(
    rows.map(({ id, subscriptions, purchases }) => [
      id,
      { subscriptionCount: Number(subscriptions ?? 0), purchaseAmount: Number(purchases ?? 0) },
    ]),
  )
}

/** How often entries of a list's feeds were read, by all users; maintained by triggers. */
export async function countListReads({ db }: Storage, listId: string): Promise<number> {
  const { count } = await db
    .selectFrom('listFeeds')
    .innerJoin('readCounts', 'readCounts.feedId', 'listFeeds.feedId')
    .select((eb) => eb.fn.sum<number | string | null>('readCounts.entries').as('count'))
    .where('listFeeds.listId', '=', listId)
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}
