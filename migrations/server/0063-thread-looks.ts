import type { Kysely } from 'kysely'

/** When users looked last at the comments of entries. `at`: ms since 1970. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('threadLooks')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('threadLooksKey', ['userId', 'entryId'])
    .execute()
  // Entries are deleted one by one, and each deletion looks for its rows.
  await db.schema.createIndex('threadLooksByEntry').on('threadLooks').column('entryId').execute()
}
