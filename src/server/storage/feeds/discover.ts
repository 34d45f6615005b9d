/** Subscription and reading statistics for discovery. Private subscriptions are in no count. */
import { sql } from 'kysely'
import { idList } from '../engine/id-list.ts'
import { startsWith } from '../engine/like.ts'
import type { Storage } from '../open.ts'
import { selectFeeds } from './feed-schedule.ts'
import type { FeedRow } from '../schema.ts'

export type Heat = {
  readonly feedId: string
  readonly language: string | null
  /** Users who subscribed. */
  readonly followers: number
  /** Users who read an entry of it. */
  readonly readers: number
}

/** Feeds with new subscribers or readers since a given time. @param since ms since 1970 */
export async function heatOf({ db }: Storage, since: number): Promise<Heat[]> {
  const { rows } = await sql<Heat>`
    select f.id as "feedId", f.language, coalesce(n.count, 0) as followers, coalesce(r.count, 0) as readers
    from feeds f join "feedSchedule" t on t."feedId" = f.id
      left join (select s."feedId", count(*) as count from subscriptions s
        where s."isPrivate" = 0 and s."createdAt" >= ${since} group by s."feedId") n on n."feedId" = f.id
      left join (select e."feedId", count(distinct m."userId") as count from reads m join entries e on e.id = m."entryId"
        where m."readAt" >= ${since} group by e."feedId") r on r."feedId" = f.id
    where (n.count > 0 or r.count > 0) and f."inboxUserId" is null and t.gone = 0 and f.url not like 'lectern:%'
      and exists (select 1 from subscriptions o where o."feedId" = f.id and o."isPrivate" = 0)`.execute(db)
  return rows.map((row) => ({ ...row, followers: Number(row.followers), readers: Number(row.readers) }))
}

/** The most similar users are enough: the others have little weight. */
const NEIGHBOURS = 200

export type Neighbour = { readonly userId: string; readonly shared: number; readonly total: number }

/** How many feeds the user follows, and which users share the most of them. */
export async function neighboursOf(
  { db }: Storage,
  userId: string,
): Promise<{ own: number; neighbours: Neighbour[] }> {
  const { own } = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('own'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Neighbour>`
    select n."userId", n.shared, (select count(*) from subscriptions t where t."userId" = n."userId" and t."isPrivate" = 0) as total
    from (select o."userId", count(*) as shared from subscriptions m
      join subscriptions o on o."feedId" = m."feedId" and o."userId" <> m."userId" and o."isPrivate" = 0
      where m."userId" = ${userId} group by o."userId" order by count(*) desc, o."userId" limit ${NEIGHBOURS}) n`.execute(
    db,
  )
  const neighbours = rows.map((row) => ({ ...row, shared: Number(row.shared), total: Number(row.total) }))
  return { own: Number(own), neighbours }
}

/** Feeds that some users follow publicly and the user does not. */
export async function followsOf(
  { db, kind }: Storage,
  userId: string,
  people: readonly string[],
): Promise<{ userId: string; feedId: string }[]> {
  if (people.length === 0) return []
  const { rows } = await sql<{ userId: string; feedId: string }>`
    select s."userId", s."feedId" from subscriptions s join feeds f on f.id = s."feedId" join "feedSchedule" t on t."feedId" = f.id
    where s."userId" in ${idList(kind, people)} and s."isPrivate" = 0 and t.gone = 0 and f."inboxUserId" is null
      and f.url not like 'lectern:%'
      and not exists (select 1 from subscriptions m where m."userId" = ${userId} and m."feedId" = s."feedId")`.execute(
    db,
  )
  return rows
}

/** Feeds whose addresses begin so, and their number of public followers, the most followed first. */
export async function followedFeedsAt(
  { db }: Storage,
  prefix: string,
): Promise<(FeedRow & { count: number })[]> {
  const rows = await selectFeeds(db)
    .innerJoin('subscriptions', 'subscriptions.feedId', 'feeds.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(startsWith('feeds.url', prefix))
    .where('subscriptions.isPrivate', '=', 0)
    .groupBy(['feeds.id', 'feedSchedule.feedId'])
    .orderBy('count', 'desc')
    .orderBy('feeds.id')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
