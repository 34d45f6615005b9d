/** Boosts of feeds: the paying user, and the end. */
import type { BoostRow, Db, On } from '../tables.ts'

/** Users who boost some feeds now, by feed, the earliest first. @param now ms since 1970 */
export async function boostersOf(
  { db }: On,
  feedIds: readonly string[],
  now: number,
): Promise<Map<string, string[]>> {
  if (feedIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('boosts')
    .select((eb) => ['feedId', 'userId', eb.fn.min('createdAt').as('since')])
    .where('feedId', 'in', feedIds)
    .where('expiresAt', '>', now)
    .groupBy(['feedId', 'userId'])
    .orderBy('since')
    .orderBy('userId')
    .execute()
  const boosters = new Map<string, string[]>()
  for (const { feedId, userId } of rows) boosters.set(feedId, [...(boosters.get(feedId) ?? []), userId])
  return boosters
}

/** The active boost of a user for a feed that lasts longest. */
export function lastBoost(
  { db }: On,
  userId: string,
  feedId: string,
  now: number,
): Promise<BoostRow | undefined> {
  return db
    .selectFrom('boosts')
    .selectAll()
    .where('feedId', '=', feedId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The boost that a transaction paid for. */
export const boostByHash = ({ db }: On, hash: string): Promise<BoostRow | undefined> =>
  db.selectFrom('boosts').selectAll().where('hash', '=', hash).executeTakeFirst()

export async function addBoost(db: Db, boost: BoostRow): Promise<void> {
  await db.insertInto('boosts').values(boost).execute()
}

/** Feeds with an active boost, with the number of boosters. */
export async function boostedFeeds({ db }: On, now: number): Promise<{ feedId: string; people: number }[]> {
  const rows = await db
    .selectFrom('boosts')
    .select((eb) => ['feedId', eb.fn.count<number>('userId').distinct().as('people')])
    .where('expiresAt', '>', now)
    .groupBy('feedId')
    .execute()
  return rows.map(({ feedId, people }) => ({ feedId, people: Number(people) }))
}
