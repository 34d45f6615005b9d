import { sql, type Kysely } from 'kysely'

/** The row of `entrySearch`. It rises with the time of publication, so that the newest hits come first without sorting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('searchId', 'integer').execute()
  await db.schema
    .createIndex('entriesSearchId')
    .unique()
    .on('entries')
    .columns(['searchId'])
    .where(sql.ref('searchId'), 'is not', null)
    .execute()
}
