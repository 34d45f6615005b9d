import type { Kysely } from 'kysely'

/** The timeline of many feeds: read in order, feeds filtered from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('statusByTime')
    .on('entryStatus')
    .columns(['publishedAt desc', 'entryId desc', 'feedId'])
    .execute()
}
