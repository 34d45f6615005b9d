import type { Kysely } from 'kysely'

/** The command that a step of the journal comes from, with its arguments, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('journal').addColumn('command', 'text').execute()
}
