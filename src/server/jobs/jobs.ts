/** The work that must survive a restart: four deeds on one table, the same on both engines (one row per job). */
import type { ExpressionBuilder } from 'kysely'
import type { Storage } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'

/** A job in hand. `lease` is ms since 1970: until then nobody else takes it. */
export type Job = {
  readonly queue: string
  readonly key: string
  readonly payload: unknown
  readonly attempts: number
  readonly lease: number
}

const LONGEST_WAIT_MS = 3_600_000

/** Puts a job into its queue; one that waits there under the same key already stays as it is. */
export const enqueue = (
  storage: Storage,
  queue: string,
  key: string,
  payload: unknown,
  runAt: number,
): Promise<void> => enqueueAll(storage, queue, [{ key, payload }], runAt)

/** The same for up to a thousand jobs in one statement: on SQLite each statement of its own waits for the disk. */
export async function enqueueAll(
  { db }: Storage,
  queue: string,
  jobs: readonly Pick<Job, 'key' | 'payload'>[],
  runAt: number,
): Promise<void> {
  if (jobs.length === 0) return
  await db
    .insertInto('jobs')
    .values(
      jobs.map(({ key, payload }) => ({
        queue,
        key,
        payload: JSON.stringify(payload),
        runAt,
        attempts: 0,
        lease: 0,
      })),
    )
    .onConflict((on) => on.columns(['queue', 'key']).doNothing())
    .execute()
}

/** At the start on SQLite, whose library has one process only: what a dead one had in hand is free at once. */
export async function freeAll({ db, kind }: Storage): Promise<void> {
  if (kind === 'sqlite') await db.updateTable('jobs').set({ lease: 0 }).where('lease', '>', 0).execute()
}

/** Takes up to `count` due jobs; each comes back by itself when its lease ends before it is finished. */
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

/** Takes a done job away, unless its lease ran out and somebody else has it in hand. */
export async function finish(storage: Storage, job: Job): Promise<void> {
  await storage.db.deleteFrom('jobs').where(ownsLease(job)).execute()
}

/** Puts a failed job back, to wait twice as long as the last time, up to an hour. @param chance 0 to 1, spreads retries */
export async function retry(
  storage: Storage,
  job: Job,
  now: number,
  chance: number = Math.random(),
): Promise<void> {
  const wait = Math.min(2 ** job.attempts * 1000, LONGEST_WAIT_MS)
  await reschedule(storage, job, {
    runAt: Math.round(now + wait * (0.75 + chance / 2)),
    attempts: job.attempts,
  })
}

/** Puts a job back for another moment: the next round of a periodic one, or at once when the server stops. */
export async function reschedule(
  { db }: Storage,
  job: Job,
  { runAt, attempts }: { runAt: number; attempts: number },
): Promise<void> {
  await db.updateTable('jobs').set({ lease: 0, runAt, attempts }).where(ownsLease(job)).execute()
}

/** Keeps a long job in hand. @returns the job with its new lease, or null when somebody else took it meanwhile */
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
