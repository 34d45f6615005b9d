import { sql, type Kysely } from 'kysely'

/** What a user did with entries, for the plugins that want to know: each event waits until the plugin has handled it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pluginListeners')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('pluginListenersKey', ['userId', 'event', 'plugin'])
    .execute()
  await db.schema
    .createTable('pluginEvents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('detail', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('pluginEventsByPosition')
    .on('pluginEvents')
    .columns(['userId', 'plugin', 'position'])
    .execute()
  // What a plugin keeps for its user: JSON, or sealed.
  await db.schema
    .createTable('pluginValues')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('sealed', 'integer', (c) => c.notNull().defaultTo(sql.lit(0)))
    .addPrimaryKeyConstraint('pluginValuesKey', ['userId', 'plugin', 'name'])
    .execute()
}
