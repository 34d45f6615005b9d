import type { Kysely } from 'kysely'

/** What server halves of a user's plugins did by themselves, in jobs and by rules: requests to each host, and crashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pluginContacts')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pluginContactsKey', ['userId', 'plugin', 'host'])
    .execute()
  await db.schema
    .createTable('pluginCrashes')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pluginCrashesKey', ['userId', 'plugin', 'at'])
    .execute()
}
