import { sql, type Kysely } from 'kysely'

/**
 * Labels on entries. `key` is the name as labels are compared. `confirmed`: the server has it; `pending`, where it is not
 * null, is what unsent changes make of it. `shown` is what the user sees.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entryLabels')
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('confirmed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('pending', 'integer')
    .addColumn('shown', 'integer', (c) => c.generatedAlwaysAs(sql`coalesce("pending", "confirmed")`).stored())
    .addPrimaryKeyConstraint('entryLabelsKey', ['entryId', 'key'])
    .execute()
  await db.schema.createIndex('entryLabelsByKey').on('entryLabels').columns(['key', 'entryId']).execute()
}
