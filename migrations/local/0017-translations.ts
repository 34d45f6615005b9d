import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('translations')
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('description', 'text')
    .addColumn('content', 'text')
    .addColumn('readabilityContent', 'text')
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('translationsKey', ['entryId', 'language'])
    .execute()
}
