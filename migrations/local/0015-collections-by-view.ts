import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('collectionsByView')
    .on('collections')
    .columns(['shownView', 'publishedAt desc', 'entryId desc'])
    .where(sql.ref('shownAt'), 'is not', null)
    .execute()
}
