/**
 * Stores responses of accepted writes by Idempotency-Key, so that an outbox may resend a write whose response was
 * lost. A key belongs to a user and a call; refusals are not stored, so that a retry can succeed.
 */
import { createSeal, type Seal } from '../plugins/sealed.ts'
import type { Storage } from '../storage/open.ts'
import { Refusal } from './refusal.ts'

export const RETENTION_MS = 7 * 86_400_000
const MAX_STORED_LENGTH = 65_536
/** Status of a row whose write is still running in some process. */
const RUNNING = 0
/** How long such a row is valid without a heartbeat: after that its process counts as dead. */
const CLAIM_MS = 15_000
const POLL_MS = 200

export type StoredResponse = { readonly status: number; readonly body: string }
export type IdempotencyStore = (
  userId: string,
  key: string,
  run: () => Promise<StoredResponse>,
) => Promise<StoredResponse>

/**
 * @param secret the server's own. Responses are sealed with it, as some contain a secret that is shown only once
 * @returns runs a write at most once per user and key, and gives its response to all retries
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
    // The second of two concurrent requests shares the result of the first: its refusal too, as nothing was
    // changed.
    if (before) return before
    const response = once(books, now, { userId, key }, run).finally(() => running.delete(name))
    running.set(name, response)
    return response
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
  // One SQLite database has one process, for which the map above is enough; on PostgreSQL a row informs the
  // others.
  const shared = storage.kind === 'postgres'
  const stored = await (shared ? claim(storage, now, key) : find(storage, key))
  if (stored) return stored
  const alive = shared ? setInterval(() => void touch(storage, key, now()), CLAIM_MS / 3) : undefined
  try {
    const response = await run()
    if (response.body.length <= MAX_STORED_LENGTH) await store(storage, key, response, now())
    else if (shared) await forget(storage, key)
    return response
  } catch (error) {
    if (shared) await forget(storage, key)
    throw error
  } finally {
    clearInterval(alive)
  }
}

/** @returns null when this process may run the key, or the response of another process */
async function claim(storage: Books, now: () => number, key: Key): Promise<StoredResponse | null> {
  for (let attempt = 0; attempt < (4 * CLAIM_MS) / POLL_MS; attempt++) {
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
    const stored = await find(storage, key)
    if (stored) return stored
    await new Promise((done) => setTimeout(done, POLL_MS))
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

/** Prefix of a sealed body. Bodies without it were stored by older servers and are JSON. */
const SEALED = 'sealed '

function opened(seal: Seal, body: string): string {
  if (!body.startsWith(SEALED)) return body
  try {
    return seal.open(body.slice(SEALED.length))
  } catch {
    throw new Refusal(
      'unprocessable',
      'The stored response cannot be read because the server secret has changed.',
    )
  }
}

async function store({ db, seal }: Books, key: Key, response: StoredResponse, at: number): Promise<void> {
  const { status } = response
  const body = SEALED + seal.close(response.body)
  const row = { ...key, status, body, at }
  await db
    .insertInto('answered')
    .values(row)
    .onConflict((on) => on.columns(['userId', 'key']).doUpdateSet({ status, body, at }))
    .execute()
}

async function touch({ db }: Storage, { userId, key }: Key, at: number): Promise<void> {
  const row = db.updateTable('answered').set({ at }).where('userId', '=', userId).where('key', '=', key)
  // A missed heartbeat only lets another process try after a while; the write itself continues.
  await row
    .where('status', '=', RUNNING)
    .execute()
    .catch(() => undefined)
}

async function forget({ db }: Storage, { userId, key }: Key): Promise<void> {
  const row = db.deleteFrom('answered').where('userId', '=', userId).where('key', '=', key)
  await row.where('status', '=', RUNNING).execute()
}

/** Deletes expired responses. @param at ms since 1970 */
export async function pruneIdempotency({ db }: Storage, at: number): Promise<void> {
  await db
    .deleteFrom('answered')
    .where('at', '<', at - RETENTION_MS)
    .execute()
}
