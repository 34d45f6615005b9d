import { sql, type Kysely } from 'kysely'

/** The unread timeline of one feed, and counting by feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('statusUnreadByFeed')
    .on('entryStatus')
    .columns(['feedId', 'publishedAt desc', 'entryId desc'])
    .where(sql.ref('unread'), '=', sql.lit(1))
    .execute()
}
