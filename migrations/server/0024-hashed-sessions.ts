import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

/**
 * Session tokens as SHA-256 in base64url, as the server stores them from now on: all users stay signed in. Tokens for
 * other devices, which had a session's token in plain text for three minutes, are deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<{
    session: { id: string; token: string }
    verification: { identifier: string }
  }>
  for (const { id, token } of await tables.selectFrom('session').select(['id', 'token']).execute())
    await tables
      .updateTable('session')
      .set({ token: createHash('sha256').update(token).digest('base64url') })
      .where('id', '=', id)
      .execute()
  await tables.deleteFrom('verification').where('identifier', 'like', 'one-time-token:%').execute()
}
