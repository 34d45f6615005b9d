import type { Kysely } from 'kysely'

/** Results of the nightly backups: one row a day (UTC). A restore of each is rehearsed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('finishedAt', 'bigint', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint')
    .addColumn('rows', 'bigint')
    .addColumn('message', 'text')
    .execute()
}
