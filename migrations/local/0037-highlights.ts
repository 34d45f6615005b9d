import { sql, type Kysely } from 'kysely'

/**
 * Highlights and notes, as JSON. `confirmed`: what the server has; `pending`, where it is not null, is what unsent changes make
 * of it: `null` as JSON for a deleted one. `shown` is what the user sees, null: nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('highlights')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('confirmed', 'text')
    .addColumn('pending', 'text')
    .addColumn('shown', 'text', (c) =>
      c
        .generatedAlwaysAs(
          sql`case when "pending" is null then "confirmed" else nullif("pending", 'null') end`,
        )
        .stored(),
    )
    .execute()
  await db.schema.createIndex('highlightsByEntry').on('highlights').column('entryId').execute()
}
