import type { Kysely } from 'kysely'

/** Apart from `entries`, so that scanning those reads a tenth of the pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entryContents')
    .addColumn('entryId', 'text', (c) => c.primaryKey())
    .addColumn('content', 'text')
    .addColumn('readabilityContent', 'text')
    .addColumn('readabilityUpdatedAt', 'integer')
    .execute()
}
