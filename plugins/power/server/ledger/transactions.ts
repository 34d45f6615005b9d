/** Queries of the ledger's transactions. `charge.ts` writes them. */
import type { On, PowerKind, PowerTransactionRow } from '../tables.ts'

export type TransactionFilter = {
  readonly type?: PowerKind | undefined
  readonly hash?: string | undefined
  readonly fromUserId?: string | undefined
  readonly toUserId?: string | undefined
  readonly toFeedId?: string | undefined
  readonly fromOrToUserId?: string | undefined
  /** ms since 1970 */
  readonly createdAfter?: number | undefined
  readonly limit: number
  readonly offset: number
}

/** Transactions of a user, newest first: paid or received by them or by one of their feeds. */
export function transactionsOf(
  { db }: On,
  userId: string,
  filter: TransactionFilter,
): Promise<PowerTransactionRow[]> {
  const { type, hash, fromUserId, toUserId, toFeedId, fromOrToUserId, createdAfter } = filter
  return db
    .selectFrom('powerTransactions')
    .selectAll()
    .where((is) =>
      is.or([
        is('fromUserId', '=', userId),
        is('toUserId', '=', userId),
        is('toFeedId', 'in', is.selectFrom('feeds').select('id').where('ownerUserId', '=', userId)),
      ]),
    )
    .$if(type !== undefined, (rows) => rows.where('kind', '=', type ?? 'tip'))
    .$if(hash !== undefined, (rows) => rows.where('hash', '=', hash ?? ''))
    .$if(fromUserId !== undefined, (rows) => rows.where('fromUserId', '=', fromUserId ?? ''))
    .$if(toUserId !== undefined, (rows) => rows.where('toUserId', '=', toUserId ?? ''))
    .$if(toFeedId !== undefined, (rows) => rows.where('toFeedId', '=', toFeedId ?? ''))
    .$if(fromOrToUserId !== undefined, (rows) =>
      rows.where((is) =>
        is.or([is('fromUserId', '=', fromOrToUserId ?? ''), is('toUserId', '=', fromOrToUserId ?? '')]),
      ),
    )
    .$if(createdAfter !== undefined, (rows) => rows.where('createdAt', '>', createdAfter ?? 0))
    .orderBy('position', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
}

/** The tips of some feeds, before tax, each a decimal text of 10^-18 POWER. */
export async function tipsTo(
  { db }: On,
  feedIds: readonly string[],
): Promise<{ feedId: string; amount: bigint }[]> {
  if (feedIds.length === 0) return []
  const rows = await db
    .selectFrom('powerTransactions')
    .select(['toFeedId', 'amount'])
    .where('toFeedId', 'in', feedIds)
    .where('kind', '=', 'tip')
    .execute()
  return rows.map(({ toFeedId, amount }) => ({ feedId: toFeedId ?? '', amount: BigInt(amount) }))
}

/** Who has tipped some feeds, by feed, the latest first. @returns user ids, each once per feed */
export async function tippersOf(
  { db }: On,
  feedIds: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const tippers = new Map<string, string[]>()
  if (feedIds.length === 0) return tippers
  const rows = await db
    .selectFrom('powerTransactions')
    .select((eb) => ['toFeedId', 'fromUserId', eb.fn.max('position').as('latest')])
    .where('toFeedId', 'in', feedIds)
    .where('kind', '=', 'tip')
    .where('fromUserId', 'is not', null)
    .groupBy(['toFeedId', 'fromUserId'])
    .orderBy('latest', 'desc')
    .execute()
  for (const { toFeedId, fromUserId } of rows) {
    const all = tippers.get(toFeedId ?? '') ?? []
    if (all.length < limit) tippers.set(toFeedId ?? '', [...all, fromUserId ?? ''])
  }
  return tippers
}

/** The transaction with an idempotency key; undefined when there is none. */
export async function hashOfKey({ db }: On, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('powerTransactions')
    .select('hash')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.hash
}
