/** Persistent jobs: one table, the same on both engines, one row per job. */
import type { ExpressionBuilder } from 'kysely'
import type { Storage } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'

/** A claimed job. `lease` is ms since 1970: until then no other process claims it. */
export type Job = {
  readonly queue: string
  readonly key: string
  readonly payload: unknown
  readonly attempts: number
  readonly lease: number
}

const LONGEST_WAIT_MS = 3_600_000

/** The result of a run. `failure`: why it failed; null where it did not. */
type RunResult = { readonly ranAt: number; readonly ranMs: number; readonly failure: string | null }

/** Enqueues a job; a pending one with the same key is unchanged. @param userId the user that it concerns */
export const enqueue = (
  storage: Storage,
  queue: string,
  key: string,
  payload: unknown,
  runAt: number,
  userId: string | null = null,
): Promise<void> => enqueueAll(storage, queue, [{ key, payload, userId }], runAt)

/** The same for up to a thousand jobs in one statement: on SQLite each separate statement waits for the disk. */
export async function enqueueAll(
  { db }: Pick<Storage, 'db'>,
  queue: string,
  jobs: readonly (Pick<Job, 'key' | 'payload'> & { readonly userId?: string | null })[],
  runAt: number,
): Promise<void> {
  if (jobs.length === 0) return
  await db
    .insertInto('jobs')
    .values(
      jobs.map(({ key, payload, userId = null }) => ({
        queue,
        key,
        userId,
        payload: JSON.stringify(payload),
        runAt,
        attempts: 0,
        lease: 0,
      })),
    )
    .onConflict((on) => on.columns(['queue', 'key']).doNothing())
    .execute()
}

/** At the start on SQLite, where a database has one process only: the claims of a crashed one are released at once. */
export async function freeAll({ db, kind }: Storage): Promise<void> {
  if (kind === 'sqlite') await db.updateTable('jobs').set({ lease: 0 }).where('lease', '>', 0).execute()
}

/** The queues that have a job to claim: one statement, where a claim of each would write once for each. */
export async function dueQueues({ db }: Storage, now: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('jobs')
    .select('queue')
    .distinct()
    .where('runAt', '<=', now)
    .where('lease', '<', now)
    .execute()
  return new Set(rows.map(({ queue }) => queue))
}

/** Claims up to `count` due jobs; each is released by itself when its lease expires before it is finished. */
export async function claim(
  { db, kind }: Storage,
  queue: string,
  { count, leaseMs, now }: { count: number; leaseMs: number; now: number },
): Promise<Job[]> {
  const due = db
    .selectFrom('jobs')
    .select('key')
    .where('queue', '=', queue)
    .where('runAt', '<=', now)
    .where('lease', '<', now)
    .orderBy('runAt')
    .limit(count)
  const rows = await db
    .updateTable('jobs')
    .set((row) => ({ lease: now + leaseMs, attempts: row('attempts', '+', 1) }))
    .where('queue', '=', queue)
    .where('key', 'in', kind === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returning(['queue', 'key', 'payload', 'attempts', 'lease'])
    .execute()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** Deletes a finished job, unless its lease expired and another process has claimed it. */
export async function finish(storage: Storage, job: Job): Promise<void> {
  await storage.db.deleteFrom('jobs').where(ownsLease(job)).execute()
}

/** Requeues a failed job with exponential back-off, up to an hour. @param chance 0 to 1, spreads retries */
export async function retry(
  storage: Storage,
  job: Job,
  now: number,
  chance: number = Math.random(),
  result?: RunResult,
): Promise<void> {
  const wait = Math.min(2 ** job.attempts * 1000, LONGEST_WAIT_MS)
  await reschedule(storage, job, {
    runAt: Math.round(now + wait * (0.75 + chance / 2)),
    attempts: job.attempts,
    result,
  })
}

/** Reschedules a job: the next round of a periodic one, or at once when the server stops. @param next.result of the run that has ended */
export async function reschedule(
  { db }: Storage,
  job: Job,
  { runAt, attempts, result }: { runAt: number; attempts: number; result?: RunResult | undefined },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease: 0, runAt, attempts, ...result })
    .where(ownsLease(job))
    .execute()
}

/** Extends the lease of a long job. @returns the job with its new lease, or null when another process has claimed it */
export async function renew({ db }: Storage, job: Job, lease: number): Promise<Job | null> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ lease })
    .where(ownsLease(job))
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { ...job, lease } : null
}

const ownsLease =
  ({ queue, key, lease }: Job) =>
  (is: ExpressionBuilder<Schema, 'jobs'>) =>
    is.and({ queue, key, lease })
