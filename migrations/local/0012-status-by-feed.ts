import type { Kysely } from 'kysely'

/** The timeline of one feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('statusByFeed')
    .on('entryStatus')
    .columns(['feedId', 'publishedAt desc', 'entryId desc'])
    .execute()
}
