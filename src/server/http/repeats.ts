/**
 * The answers of accepted writes by Idempotency-Key, so that an outbox may send again what it never heard back of.
 * A key belongs to a person and a call; refusals are not kept, so that a repeat can succeed.
 */
import type { Storage } from '../storage/open.ts'
import { Refusal } from './refusal.ts'

export const KEPT_MS = 7 * 86_400_000
const LONGEST_KEPT = 65_536
/** Status of a row whose write is still running in some process. */
const RUNNING = 0
/** How long such a row counts without a sign of life: after that its process is dead. */
const CLAIM_MS = 15_000
const LOOK_AGAIN_MS = 200

export type Answer = { readonly status: number; readonly body: string }
export type Repeats = (userId: string, key: string, run: () => Promise<Answer>) => Promise<Answer>

/** @returns runs a write at most once for each person and key, and gives its answer to everybody who asks again */
export function createRepeats(storage: Storage, now: () => number): Repeats {
  const running = new Map<string, Promise<Answer>>()
  return (userId, key, run) => {
    const name = `${userId} ${key}`
    const before = running.get(name)
    // The second of two waits for the first and shares its fate: its refusal too, as nothing was done then.
    if (before) return before
    const answer = once(storage, now, { userId, key }, run).finally(() => running.delete(name))
    running.set(name, answer)
    return answer
  }
}

type Key = { readonly userId: string; readonly key: string }

async function once(
  storage: Storage,
  now: () => number,
  key: Key,
  run: () => Promise<Answer>,
): Promise<Answer> {
  // One SQLite library has one process, whose map above is enough; on PostgreSQL a row tells the other processes.
  const shared = storage.kind === 'postgres'
  const kept = await (shared ? claim(storage, now, key) : find(storage, key))
  if (kept) return kept
  const alive = shared ? setInterval(() => void touch(storage, key, now()), CLAIM_MS / 3) : undefined
  try {
    const answer = await run()
    if (answer.body.length <= LONGEST_KEPT) await keep(storage, key, answer, now())
    else if (shared) await forget(storage, key)
    return answer
  } catch (error) {
    if (shared) await forget(storage, key)
    throw error
  } finally {
    clearInterval(alive)
  }
}

/** @returns null when the key is now ours to run, or the answer that another process gave */
async function claim(storage: Storage, now: () => number, key: Key): Promise<Answer | null> {
  for (let look = 0; look < (4 * CLAIM_MS) / LOOK_AGAIN_MS; look++) {
    const row = { ...key, status: RUNNING, body: '', at: now() }
    const written = await storage.db
      .insertInto('answered')
      .values(row)
      .onConflict((on) =>
        on
          .columns(['userId', 'key'])
          .doUpdateSet({ at: row.at })
          .where('answered.status', '=', RUNNING)
          .where('answered.at', '<', row.at - CLAIM_MS),
      )
      .executeTakeFirst()
    if (written.numInsertedOrUpdatedRows) return null
    const kept = await find(storage, key)
    if (kept) return kept
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS))
  }
  throw new Refusal('previousNotCompleted')
}

async function find({ db }: Storage, { userId, key }: Key): Promise<Answer | null> {
  const row = await db
    .selectFrom('answered')
    .select(['status', 'body'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('status', '<>', RUNNING)
    .executeTakeFirst()
  return row ?? null
}

async function keep({ db }: Storage, key: Key, { status, body }: Answer, at: number): Promise<void> {
  const row = { ...key, status, body, at }
  await db
    .insertInto('answered')
    .values(row)
    .onConflict((on) => on.columns(['userId', 'key']).doUpdateSet({ status, body, at }))
    .execute()
}

async function touch({ db }: Storage, { userId, key }: Key, at: number): Promise<void> {
  const row = db.updateTable('answered').set({ at }).where('userId', '=', userId).where('key', '=', key)
  // A missed sign of life only lets another process try after a while; the write itself goes on.
  await row
    .where('status', '=', RUNNING)
    .execute()
    .catch(() => undefined)
}

async function forget({ db }: Storage, { userId, key }: Key): Promise<void> {
  const row = db.deleteFrom('answered').where('userId', '=', userId).where('key', '=', key)
  await row.where('status', '=', RUNNING).execute()
}

/** Takes away answers that nobody will ask for again. @param at ms since 1970 */
export async function pruneAnswered({ db }: Storage, at: number): Promise<void> {
  await db
    .deleteFrom('answered')
    .where('at', '<', at - KEPT_MS)
    .execute()
}
