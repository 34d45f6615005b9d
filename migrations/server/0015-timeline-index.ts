import type { Kysely } from 'kysely'

/** Timelines are walked by time and kept by feed: with the feed in the index, no row is read but those that are shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('entriesPublished').execute()
  await db.schema
    .createIndex('entriesPublished')
    .on('entries')
    .columns(['publishedAt desc', 'id desc', 'feedId'])
    .execute()
}
