import type { Kysely } from 'kysely'

/** Which entries a user has saved, by which plugin. `at`: when last, ms since 1970. `url`: opens what was saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saves')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('savesKey', ['userId', 'entryId', 'plugin'])
    .execute()
  await db.schema.createIndex('savesEntry').on('saves').column('entryId').execute()
}
