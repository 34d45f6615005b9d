import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('summaries')
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('readabilitySummary', 'text')
    .addColumn('createdAt', 'integer')
    .addPrimaryKeyConstraint('summariesKey', ['entryId', 'language'])
    .execute()
}
