import type { Kysely } from 'kysely'

/**
 * Plugins from elsewhere that a user has installed. `bundle` is the text whose SHA-256 is `hash`; `granted` the permissions, as
 * JSON. `address`: where it came from; null for a file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installedPlugins')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('bundle', 'text', (c) => c.notNull())
    .addColumn('granted', 'text', (c) => c.notNull())
    .addColumn('installedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('installedPluginsKey', ['userId', 'plugin'])
    .execute()
}
