import { sql, type Kysely } from 'kysely'

/** `read` and `batch` are what the server confirmed, the pending two what unsent changes make of it, null where none
 * touches the entry. `unread` is what shows. A plain column, because an index never covers a query that
 * asks for a generated one; the check keeps it from drifting.
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
    .addColumn('unread', 'integer', (c) => c.notNull())
    .addCheckConstraint('unreadIsWhatShows', sql`"unread" = (coalesce("pendingRead", "read") = 0)`)
    .execute()
}
