import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('statusUnreadByTime')
    .on('entryStatus')
    .columns(['publishedAt desc', 'entryId desc', 'feedId'])
    .where(sql.ref('unread'), '=', sql.lit(1))
    .execute()
}
