import type { Kysely } from 'kysely'

/** The text of pages whose changes are followed, as of the last entry. `changedAt`: of that entry; null until a change was found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pageTexts')
    .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('changedAt', 'bigint')
    .execute()
}
