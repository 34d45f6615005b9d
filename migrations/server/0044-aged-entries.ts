import type { Kysely } from 'kysely'

/** Entries that were marked read because of their age. Once each: one that is unread again stays unread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agedEntries')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('agedEntriesKey', ['userId', 'entryId'])
    .execute()
  await db.schema.createIndex('agedEntriesByEntry').on('agedEntries').column('entryId').execute()
}
