/**
 * What a request has made, noted in the transaction that makes it: the answer itself is kept a moment later
 * (repeats.ts), and a server that dies in between must not make the thing once more when the request comes again.
 */
import type { Kysely } from 'kysely'
import type { CallName } from '../../contract/paths.ts'
import type { Storage } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'
import type { RequestContext } from './routes.ts'

const DONE = 200

type Maker = Pick<RequestContext, 'user' | 'idempotencyKey' | 'now'>
const keyOf = (call: CallName, key: string): string => `made by ${call} ${key}`

/** @returns the id of what this very request made before, or null: also where it has no Idempotency-Key */
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

/** @param db the transaction that makes it; a second of the same name fails, and the transaction with it */
export async function noteMade(
  db: Kysely<Schema>,
  { user, idempotencyKey, now }: Maker,
  { call, id }: { readonly call: CallName; readonly id: string },
): Promise<void> {
  if (idempotencyKey === null) return
  const row = { userId: user.id, key: keyOf(call, idempotencyKey), status: DONE, body: id, at: now() }
  await db.insertInto('answered').values(row).execute()
}
