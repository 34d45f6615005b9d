/**
 * The answers of accepted writes by Idempotency-Key, so that an outbox may send again what it never heard back of.
 * A key belongs to a person and a call; refusals are not kept, so that a repeat can succeed.
 */
import { createSeal, type Seal } from '../plugins/sealed.ts'
import type { Storage } from '../storage/open.ts'
import { Refusal } from './refusal.ts'

export const RETENTION_MS = 7 * 86_400_000
const LONGEST_KEPT = 65_536
/** Status of a row whose write is still running in some process. */
const RUNNING = 0
/** How long such a row counts without a sign of life: after that its process is dead. */
const CLAIM_MS = 15_000
const LOOK_AGAIN_MS = 200

export type StoredResponse = { readonly status: number; readonly body: string }
export type IdempotencyStore = (
  userId: string,
  key: string,
  run: () => Promise<StoredResponse>,
) => Promise<StoredResponse>

/**
 * @param secret the server's own. Answers are sealed with it, as any of them may show what is shown only once
 * @returns runs a write at most once for each person and key, and gives its answer to everybody who asks again
 */
export function createIdempotencyStore(
  storage: Storage,
  now: () => number,
  secret: string,
): IdempotencyStore {
  const books = { ...storage, seal: createSeal(secret, 'answers of repeated requests') }
  const running = new Map<string, Promise<StoredResponse>>()
  return (userId, key, run) => {
    const name = `${userId} ${key}`
    const before = running.get(name)
    // The second of two waits for the first and shares its fate: its refusal too, as nothing was done then.
    if (before) return before
    const answer = once(books, now, { userId, key }, run).finally(() => running.delete(name))
    running.set(name, answer)
    return answer
  }
}

type Books = Storage & { readonly seal: Seal }
type Key = { readonly userId: string; readonly key: string }

async function once(
  storage: Books,
  now: () => number,
  key: Key,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
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
async function claim(storage: Books, now: () => number, key: Key): Promise<StoredResponse | null> {
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

async function find({ db, seal }: Books, { userId, key }: Key): Promise<StoredResponse | null> {
  const row = await db
    .selectFrom('answered')
    .select(['status', 'body'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('status', '<>', RUNNING)
    .executeTakeFirst()
  return row ? { status: row.status, body: opened(seal, row.body) } : null
}

/** Before what stood in a body that is no JSON. Answers of servers that sealed none are JSON. */
const SEALED = 'sealed '

function opened(seal: Seal, body: string): string {
  if (!body.startsWith(SEALED)) return body
  try {
    return seal.open(body.slice(SEALED.length))
  } catch {
    throw new Refusal('unprocessable', 'This was done before, but the server has another secret than then.')
  }
}

async function keep({ db, seal }: Books, key: Key, answer: StoredResponse, at: number): Promise<void> {
  const { status } = answer
  const body = SEALED + seal.close(answer.body)
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
export async function pruneIdempotency({ db }: Storage, at: number): Promise<void> {
  await db
    .deleteFrom('answered')
    .where('at', '<', at - RETENTION_MS)
    .execute()
}
