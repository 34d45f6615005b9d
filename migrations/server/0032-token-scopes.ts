import type { Kysely } from 'kysely'

/** Scopes of an app password, and the feeds that it is limited to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  /** JSON: a list of scopes. Null: all of the protocols of other readers, as before. */
  await db.schema.alterTable('appPasswords').addColumn('scopes', 'text').execute()
  /** JSON: folders by name and feeds by id. Null: all feeds. */
  await db.schema.alterTable('appPasswords').addColumn('limit', 'text').execute()
}
