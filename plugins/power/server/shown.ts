/** Wallets and transactions in the shapes of the contract. */
import type { z } from '../../../src/plugin-api/manifest.ts'
import type { WireHandlers, WireRequest } from '../../../src/plugin-api/server.ts'
import type wire from '../wire.ts'
import type { Transaction, Wallet } from '../wire.ts'
import { rankingOn, todayFor } from './daily/daily.ts'
import { dayOf, ensureDay } from './daily/days.ts'
import { balancesOf } from './ledger/balances.ts'
import { walletOf } from './ledger/wallets.ts'
import type { Services } from './services.ts'
import type { On, PowerStandingRow, PowerTransactionRow } from './tables.ts'

export type Output<N extends keyof typeof wire.calls> = z.output<(typeof wire.calls)[N]['output']>
export type Handlers = WireHandlers<typeof wire.calls>
type Caller = WireRequest['user']

/** @param ms since 1970 */
export const iso = (ms: number): string => new Date(Number(ms)).toISOString()

/** The wallet of a user as a list of one; empty when there is none. */
export async function shownWallets({ ledger }: Services, user: Caller, userId: string): Promise<Wallet[]> {
  const { storage, now } = ledger
  const wallet = await walletOf(storage, userId)
  if (!wallet) return []
  const balance = (await balancesOf(storage, [userId])).get(userId)
  // While another process computes the day's ranking, there is none to show, and no need to wait.
  await ensureDay(ledger)
  const dailyRanking = (await rankingOn(storage, dayOf(now()), [userId])).get(userId)
  return [
    {
      userId,
      address: wallet.address,
      addressIndex: wallet.addressIndex,
      powerToken: String(balance?.total ?? 0n),
      dailyPowerToken: String(balance?.claimed ?? 0n),
      cashablePowerToken: String(balance?.received ?? 0n),
      todayDailyPower: String(todayFor(await roleOf(ledger.storage, user, userId), dailyRanking)),
      createdAt: iso(wallet.createdAt),
      level: dailyRanking ? toLevel(dailyRanking) : null,
    },
  ]
}

async function roleOf({ db }: On, user: Caller, userId: string): Promise<Caller['role']> {
  if (userId === user.id) return user.role
  const row = await db.selectFrom('user').select('role').where('id', '=', userId).executeTakeFirst()
  return row?.role === 'trial' ? 'trial' : 'user'
}

const toLevel = ({ rank, level, activityPoints, previousActivityPoints }: PowerStandingRow) => ({
  rank,
  level,
  activityPoints,
  prevActivityPoints: previousActivityPoints,
})

/** Ranks are those of the start of the day, balances are current. */
export async function ranking(
  { host, ledger }: Services,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Output<'wallets.ranking'>['data']> {
  await ensureDay(ledger)
  const { storage, now } = ledger
  const rows = await storage.db
    .selectFrom('powerStandings')
    .innerJoin('wallets', 'wallets.userId', 'powerStandings.userId')
    .selectAll('powerStandings')
    .select('wallets.address')
    .where('day', '=', dayOf(now()))
    .orderBy('rank')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = rows.map(({ userId }) => userId)
  const users = await host.profiles(ids)
  const balances = await balancesOf(storage, ids)
  return rows.flatMap((row) => {
    const user = users.get(row.userId)
    const powerToken = String(balances.get(row.userId)?.total ?? 0n)
    return user ? [{ ...toLevel(row), userId: row.userId, user, address: row.address, powerToken }] : []
  })
}

/** Transactions with their users and feeds; deleted ones are null. */
export async function toTransactions(
  { host }: Services,
  rows: readonly PowerTransactionRow[],
): Promise<Transaction[]> {
  const userIds = rows.flatMap(({ fromUserId, toUserId }) => [fromUserId, toUserId])
  const users = await host.profiles([...new Set(userIds.filter((id) => id !== null))])
  const feeds = await host.feeds([...new Set(rows.flatMap(({ toFeedId }) => toFeedId ?? []))])
  return rows.map((row) => ({
    hash: row.hash,
    powerToken: row.amount,
    tax: row.tax,
    type: row.kind,
    createdAt: iso(row.createdAt),
    comment: row.comment,
    fromUserId: row.fromUserId,
    toUserId: row.toUserId,
    toFeedId: row.toFeedId,
    toListId: row.toListId,
    toEntryId: row.toEntryId,
    toRSSHubId: row.toRSSHubId,
    fromUser: users.get(row.fromUserId ?? '') ?? null,
    toUser: users.get(row.toUserId ?? '') ?? null,
    toFeed: feeds.get(row.toFeedId ?? '') ?? null,
  }))
}
