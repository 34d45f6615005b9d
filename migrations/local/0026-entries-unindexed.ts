import { sql, type Kysely } from 'kysely'

/** What the background job still has to index: its place is kept in the rows themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('entriesUnindexed')
    .on('entries')
    .columns(['publishedAt desc'])
    .where(sql.ref('searchId'), 'is', null)
    .execute()
}
