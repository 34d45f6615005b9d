/**
 * Records what a request has created, in the same transaction: the response is stored a moment later
 * (idempotency.ts), and a server that crashes in between must not create it again on a retry.
 */
import type { Kysely } from 'kysely'
import type { CallName } from '../../contract/paths.ts'
import type { Storage } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'
import type { RequestContext } from './routes.ts'

const DONE = 200

type Maker = Pick<RequestContext, 'user' | 'idempotencyKey' | 'now'>
const keyOf = (call: CallName, key: string): string => `made by ${call} ${key}`

/** @returns the id of what the same request created before, or null: also without an Idempotency-Key */
export async function madeBefore(
  { user, idempotencyKey, storage }: Maker & { readonly storage: Storage },
  call: CallName,
): Promise<string | null> {
  if (idempotencyKey === null) return null
  const row = await storage.db
    .selectFrom('answered')
    .select('body')
    .where('userId', '=', user.id)
    .where('key', '=', keyOf(call, idempotencyKey))
    .executeTakeFirst()
  return row?.body ?? null
}

/** @param db the transaction that creates it; a second record of the same name fails, and the transaction with it */
export async function noteMade(
  db: Kysely<Schema>,
  { user, idempotencyKey, now }: Maker,
  { call, id }: { readonly call: CallName; readonly id: string },
): Promise<void> {
  if (idempotencyKey === null) return
  const row = { userId: user.id, key: keyOf(call, idempotencyKey), status: DONE, body: id, at: now() }
  await db.insertInto('answered').values(row).execute()
}
