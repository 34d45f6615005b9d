/** Progress of a user, counted from rows. */
import type { Db } from '../tables.ts'
import type { UserActivity } from './catalogue.ts'

/** The number of first accounts that count as early users. */
const EARLY = 100

export type Progress = Readonly<Record<UserActivity, number>>

/** Values are not capped; an audit has no count. */
export async function progressOf(db: Db, userId: string): Promise<Progress> {
  return {
    claim: await countOwned(db, 'feeds', userId),
    list: await countOwned(db, 'lists', userId),
    followers: await mostFollowers(db, userId),
    early: await isEarly(db, userId),
    boost: await countBoosts(db, userId),
    audit: 0,
  }
}

async function countOwned(db: Db, table: 'feeds' | 'lists', userId: string): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ownerUserId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Subscribers of the most popular list, without its owner. */
async function mostFollowers(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('listSubscriptions')
    .innerJoin('lists', 'lists.id', 'listSubscriptions.listId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lists.ownerUserId', '=', userId)
    .where('listSubscriptions.userId', '<>', userId)
    .groupBy('lists.id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

async function isEarly(db: Db, userId: string): Promise<number> {
  const first = await db
    .selectFrom('user')
    .select('id')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(EARLY)
    .execute()
  return first.some(({ id }) => id === userId) ? 1 : 0
}

async function countBoosts(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('boosts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
