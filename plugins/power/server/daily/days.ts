/** Computes every user's rank, level and reward once a day (UTC), on the first request of the day. */
import { claimedAccount, receivedAccount } from '../ledger/account-pair.ts'
import { fromDigits } from '../ledger/amount.ts'
import { digitSums } from '../ledger/balances.ts'
import { headOf, type TransferInput } from '../ledger/charge.ts'
import { batches, type Db, type On } from '../tables.ts'
import { rankingOf, type Activity } from './levels.ts'

const DAY_MS = 86_400_000
/** A computation that has not finished by then was interrupted. */
const TIMEOUT_MS = 60_000
const STORED_DAYS = 10

/** @param ms since 1970 @returns 2026-05-01 */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Ensures that today's ranking exists. @returns false while another process computes it */
export function ensureDay(input: TransferInput): Promise<boolean> {
  const { db } = input.storage
  const pending = running.get(db) ?? computeDay(input).finally(() => running.delete(db))
  running.set(db, pending)
  return pending
}

/** Computations in progress; concurrent callers in this process share one. */
const running = new WeakMap<object, Promise<boolean>>()

async function computeDay({ storage, now }: TransferInput): Promise<boolean> {
  const at = now()
  const day = dayOf(at)
  const existing = await storage.db
    .selectFrom('powerDays')
    .select('doneAt')
    .where('day', '=', day)
    .executeTakeFirst()
  if (existing?.doneAt) return true
  if (!(await claimDay(storage, day, at))) return false
  const users = await activePeople(storage, at)
  return storage.db.transaction().execute((db) => finish({ db, kind: storage.kind }, { day, at, users }))
}

async function claimDay({ db }: On, day: string, at: number): Promise<boolean> {
  const claimed = await db
    .insertInto('powerDays')
    .values({ day, startedAt: at, doneAt: null, headPosition: null, headHash: null })
    .onConflict((on) =>
      on
        .column('day')
        .doUpdateSet({ startedAt: at })
        .where('powerDays.doneAt', 'is', null)
        .where('powerDays.startedAt', '<', at - TIMEOUT_MS),
    )
    .executeTakeFirst()
  return Number(claimed.numInsertedOrUpdatedRows ?? 0) > 0
}

type ActiveUser = { readonly userId: string; readonly activity: Activity }

/** All users with a wallet, richest first, then by age of the wallet. */
async function activePeople(on: On, at: number): Promise<ActiveUser[]> {
  const wallets = await on.db
    .selectFrom('wallets')
    .select('userId')
    .orderBy('createdAt')
    .orderBy('userId')
    .execute()
  const sums = await allSums(on)
  const [reads, stars] = [await readsSince(on, at - DAY_MS), await starsSince(on, at - DAY_MS)]
  const balanceOf = (id: string) =>
    (sums.get(claimedAccount(id)) ?? 0n) + (sums.get(receivedAccount(id)) ?? 0n)
  return wallets
    .map(({ userId }) => ({ userId, balance: balanceOf(userId) }))
    .toSorted((a, b) => (a.balance < b.balance ? 1 : a.balance > b.balance ? -1 : 0))
    .map(({ userId }) => ({
      userId,
      activity: { reads: reads.get(userId) ?? 0, stars: stars.get(userId) ?? 0 },
    }))
}

async function allSums({ db }: On): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom('powerPostings')
    .select(['account', ...digitSums])
    .where((is) => is.or([is('account', 'like', 'claimed:%'), is('account', 'like', 'received:%')]))
    .groupBy('account')
    .execute()
  return new Map(rows.map((row) => [row.account, fromDigits(row)]))
}

/** Entries opened individually: batch marks do not count. */
async function readsSince({ db }: On, since: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('reads')
    .select((eb) => ['userId', eb.fn.countAll<number>().as('count')])
    .where('readAt', '>=', since)
    .where('batch', 'is', null)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]))
}

async function starsSince({ db }: On, since: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('collections')
    .select((eb) => ['userId', eb.fn.countAll<number>().as('count')])
    .where('createdAt', '>=', since)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]))
}

/** @returns false when another process has restarted the computation after the timeout */
async function finish(
  on: On,
  { day, at, users }: { day: string; at: number; users: readonly ActiveUser[] },
): Promise<boolean> {
  const head = await headOf(on)
  const finished = await on.db
    .updateTable('powerDays')
    .set({ doneAt: at, headPosition: head.position, headHash: head.hash })
    .where('day', '=', day)
    .where('startedAt', '=', at)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) return false
  const before = await pointsOn(on.db, dayOf(at - DAY_MS))
  const rows = rankingOf(users).map(({ reward, ...ranking }) => ({
    ...ranking,
    day,
    previousActivityPoints: before.get(ranking.userId) ?? null,
    reward: String(reward),
  }))
  for (const batch of batches(rows)) await on.db.insertInto('powerStandings').values(batch).execute()
  const old = dayOf(at - STORED_DAYS * DAY_MS)
  await on.db.deleteFrom('powerStandings').where('day', '<', old).execute()
  return true
}

async function pointsOn(db: Db, day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('powerStandings')
    .select(['userId', 'activityPoints'])
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ userId, activityPoints }) => [userId, activityPoints]))
}
