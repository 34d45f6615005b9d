import type { Kysely } from 'kysely'

/** JSON: what beginning the change answered, so that asking again after a lost answer says the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('flipped', 'text').execute()
}
