/** Once a day (UTC) everybody's rank, level and reward are worked out, by whoever comes first. */
import type { Kysely } from 'kysely'
import { batches } from '../storage/id-list.ts'
import type { Schema } from '../storage/schema.ts'
import { fromDigits } from './amount.ts'
import { digitSums, type On } from './balances.ts'
import { headOf, type TransferInput } from './charge.ts'
import { rankingOf, type Activity } from './levels.ts'
import { claimedAccount, receivedAccount } from './account-pair.ts'

const DAY_MS = 86_400_000
/** Whoever has not finished by then has died. */
const PATIENCE_MS = 60_000
const KEPT_DAYS = 10

/** @param ms since 1970 @returns 2026-05-01 */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Sees to it that today's standings are there. @returns false while another process is working them out */
export function ensureDay(given: TransferInput): Promise<boolean> {
  const { db } = given.storage
  const asked = running.get(db) ?? workOut(given).finally(() => running.delete(db))
  running.set(db, asked)
  return asked
}

/** Who asks while this process is at it waits for it. */
const running = new WeakMap<object, Promise<boolean>>()

async function workOut({ storage, now }: TransferInput): Promise<boolean> {
  const at = now()
  const day = dayOf(at)
  const known = await storage.db
    .selectFrom('powerDays')
    .select('doneAt')
    .where('day', '=', day)
    .executeTakeFirst()
  if (known?.doneAt) return true
  if (!(await begin(storage, day, at))) return false
  const people = await activePeople(storage, at)
  return storage.db.transaction().execute((db) => finish({ db, kind: storage.kind }, { day, at, people }))
}

async function begin({ db }: On, day: string, at: number): Promise<boolean> {
  const begun = await db
    .insertInto('powerDays')
    .values({ day, startedAt: at, doneAt: null, headPosition: null, headHash: null })
    .onConflict((on) =>
      on
        .column('day')
        .doUpdateSet({ startedAt: at })
        .where('powerDays.doneAt', 'is', null)
        .where('powerDays.startedAt', '<', at - PATIENCE_MS),
    )
    .executeTakeFirst()
  return Number(begun.numInsertedOrUpdatedRows ?? 0) > 0
}

type Person = { readonly userId: string; readonly activity: Activity }

/** Everybody with a wallet, richest first; of two who have the same the one whose wallet is older. */
async function activePeople(on: On, at: number): Promise<Person[]> {
  const wallets = await on.db
    .selectFrom('wallets')
    .select('userId')
    .orderBy('createdAt')
    .orderBy('userId')
    .execute()
  const sums = await allSums(on)
  const [reads, stars] = [await readsSince(on, at - DAY_MS), await starsSince(on, at - DAY_MS)]
  const has = (id: string) => (sums.get(claimedAccount(id)) ?? 0n) + (sums.get(receivedAccount(id)) ?? 0n)
  return wallets
    .map(({ userId }) => ({ userId, balance: has(userId) }))
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

/** Entries opened one by one: marking a whole timeline is no reading. */
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

/** @returns false when this took so long that somebody else has begun anew */
async function finish(
  on: On,
  { day, at, people }: { day: string; at: number; people: readonly Person[] },
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
  const rows = rankingOf(people).map(({ reward, ...standing }) => ({
    ...standing,
    day,
    previousActivityPoints: before.get(standing.userId) ?? null,
    reward: String(reward),
  }))
  for (const batch of batches(rows)) await on.db.insertInto('powerStandings').values(batch).execute()
  const old = dayOf(at - KEPT_DAYS * DAY_MS)
  await on.db.deleteFrom('powerStandings').where('day', '<', old).execute()
  return true
}

async function pointsOn(db: Kysely<Schema>, day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('powerStandings')
    .select(['userId', 'activityPoints'])
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ userId, activityPoints }) => [userId, activityPoints]))
}
