import type { Kysely } from 'kysely'

/**
 * Entries that a user's imported account file names and their feeds do not have on this server, yet or any more. `entryId`: the
 * copy of a kept one, in an inbox of the user; null where only marks wait. When the entry arrives it gets the marks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('awaitedEntries')
    .addColumn('feedUrl', 'text', (c) => c.notNull())
    .addColumn('guid', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('readAt', 'bigint')
    .addColumn('seconds', 'double precision')
    .addColumn('positionAt', 'bigint')
    .addColumn('entryId', 'text', (c) => c.references('entries.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('awaitedEntriesKey', ['feedUrl', 'guid', 'userId'])
    .execute()
  await db.schema.createIndex('awaitedEntriesByUser').on('awaitedEntries').column('userId').execute()
  await db.schema.createIndex('awaitedEntriesByEntry').on('awaitedEntries').column('entryId').execute()
}
