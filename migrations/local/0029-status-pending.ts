import { sql, type Kysely } from 'kysely'

/** Finds the rows that pending changes touch, which are few, among all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('statusPending')
    .on('entryStatus')
    .columns(['entryId'])
    .where(sql.ref('pendingRead'), 'is not', null)
    .execute()
}
