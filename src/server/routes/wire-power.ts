/** Maps wallet and transaction rows to the shapes of the contract. */
import type { ProfileUser } from '../../contract/shapes.ts'
import type { Transaction, Wallet } from '../../contract/wallets.ts'
import type { Output } from '../../contract/calls.ts'
import type { RequestContext, Caller } from '../http/routes.ts'
import { balancesOf } from '../power/balances.ts'
import { rankingOn, todayFor } from '../power/daily.ts'
import { dayOf, ensureDay } from '../power/days.ts'
import { walletOf } from '../power/wallets.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import type { Storage } from '../storage/open.ts'
import type { PowerStandingRow, PowerTransactionRow } from '../storage/schema.ts'
import { profilesByIds } from '../storage/accounts/users.ts'
import { iso, toFeeds } from './wire-feed.ts'

/** The wallet of a user as a list of one; empty when there is none. */
export async function shownWallets(context: RequestContext, userId: string): Promise<Wallet[]> {
  const { storage, now } = context
  const wallet = await walletOf(storage, userId)
  if (!wallet) return []
  const balance = (await balancesOf(storage, [userId])).get(userId)
  // While another process computes the day's ranking, there is none to show, and no need to wait.
  await ensureDay(context)
  const dailyRanking = (await rankingOn(storage, dayOf(now()), [userId])).get(userId)
  return [
    {
      userId,
      address: wallet.address,
      addressIndex: wallet.addressIndex,
      powerToken: String(balance?.total ?? 0n),
      dailyPowerToken: String(balance?.claimed ?? 0n),
      cashablePowerToken: String(balance?.received ?? 0n),
      todayDailyPower: String(todayFor(await roleOf(context, userId), dailyRanking)),
      createdAt: iso(wallet.createdAt),
      level: dailyRanking ? toLevel(dailyRanking) : null,
    },
  ]
}

async function roleOf({ user, storage }: RequestContext, userId: string): Promise<Caller['role']> {
  if (userId === user.id) return user.role
  const row = await storage.db.selectFrom('user').select('role').where('id', '=', userId).executeTakeFirst()
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
  context: RequestContext,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Output<'wallets.ranking'>['data']> {
  await ensureDay(context)
  const { storage, now } = context
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
  const users = await usersById(storage, ids)
  const balances = await balancesOf(storage, ids)
  return rows.flatMap((row) => {
    const user = users.get(row.userId)
    const powerToken = String(balances.get(row.userId)?.total ?? 0n)
    return user ? [{ ...toLevel(row), userId: row.userId, user, address: row.address, powerToken }] : []
  })
}

/** Transactions with their users and feeds; deleted ones are null. */
export async function toTransactions(
  storage: Storage,
  rows: readonly PowerTransactionRow[],
): Promise<Transaction[]> {
  const users = await usersById(
    storage,
    rows.flatMap(({ fromUserId, toUserId }) => [fromUserId, toUserId]),
  )
  const feedIds = [...new Set(rows.flatMap(({ toFeedId }) => toFeedId ?? []))]
  const feeds = await toFeeds(storage, (await feedsById(storage, feedIds)).values())
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

async function usersById(
  storage: Storage,
  ids: readonly (string | null)[],
): Promise<Map<string, ProfileUser>> {
  const users = await profilesByIds(storage, [...new Set(ids.filter((id) => id !== null))])
  return new Map(users.map((profile) => [profile.id, profile]))
}
