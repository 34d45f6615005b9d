import { sql, type Kysely } from 'kysely'

/** `read` and `batch` are what the server confirmed, the pending two what unsent changes make of it, null where none
 * touches the entry. `unread` is what shows: generated, so that it cannot drift, and stored, so that indexes may use it.
 * `batch` names the mark-all-read that marked the entry, for undoing it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entryStatus')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('feedId', 'text', (c) => c.notNull())
    .addColumn('publishedAt', 'integer', (c) => c.notNull())
    .addColumn('insertedAt', 'integer', (c) => c.notNull())
    .addColumn('read', 'integer', (c) => c.notNull())
    .addColumn('batch', 'text')
    .addColumn('pendingRead', 'integer')
    .addColumn('pendingBatch', 'text')
    .addColumn('unread', 'integer', (c) =>
      c.generatedAlwaysAs(sql`coalesce("pendingRead", "read") = 0`).stored(),
    )
    .execute()
}
