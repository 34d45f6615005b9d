import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { enqueueAll } from '../../jobs/jobs.ts'
import type { Schema } from '../../storage/schema.ts'

/** Revokes the tokens of jobs, whose payloads are as `pluginSignIns` has them. */
export const REVOCATIONS_QUEUE = 'plugin-revocations'

/** Sealed tokens are revoked soon: also where the account or the plugin is gone by then. */
export const revokeLater = (db: Kysely<Schema>, tokens: readonly string[]): Promise<void> =>
  enqueueAll(
    { db },
    REVOCATIONS_QUEUE,
    tokens.map((payload) => ({ key: randomUUID(), payload })),
    0,
  )

/** Forgets a user's sign-ins, and revokes them. @param plugin all of them when absent */
export async function endSignIns(db: Kysely<Schema>, userId: string, plugin?: string): Promise<void> {
  const ended = await db
    .deleteFrom('pluginSignIns')
    .where('userId', '=', userId)
    .$if(plugin !== undefined, (query) => query.where('plugin', '=', plugin ?? ''))
    .returning('tokens')
    .execute()
  await revokeLater(
    db,
    ended.flatMap(({ tokens }) => tokens ?? []),
  )
}
