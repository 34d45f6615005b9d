import type { Kysely } from 'kysely'

/** Timelines are scanned by time and filtered by feed: with the feed in the index, only the listed rows are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('entriesPublished').execute()
  await db.schema
    .createIndex('entriesPublished')
    .on('entries')
    .columns(['publishedAt desc', 'id desc', 'feedId'])
    .execute()
}
