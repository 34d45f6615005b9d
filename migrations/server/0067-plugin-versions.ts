import type { Kysely } from 'kysely'

/** The key of the catalogue from which a plugin was installed, and as JSON the version before it, which the user can have again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('installedPlugins').addColumn('catalogue', 'text').execute()
  await db.schema.alterTable('installedPlugins').addColumn('previous', 'text').execute()
}
