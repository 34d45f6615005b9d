import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('collectionsPending')
    .on('collections')
    .columns(['entryId'])
    .where(sql.ref('pending'), '=', sql.lit(1))
    .execute()
}
