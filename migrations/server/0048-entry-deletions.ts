import type { Kysely } from 'kysely'

/** Which entries were deleted and when, so that browsers drop theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entryDeletions')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('feedId', 'text', (c) => c.notNull().references('feeds.id').onDelete('cascade'))
    .addColumn('deletedAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('entryDeletionsByTime')
    .on('entryDeletions')
    .columns(['deletedAt', 'entryId'])
    .execute()
  await db.schema.createIndex('entryDeletionsByFeed').on('entryDeletions').column('feedId').execute()
}
