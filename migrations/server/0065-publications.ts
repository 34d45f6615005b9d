import type { Kysely } from 'kysely'

/**
 * Public pages of users: their stars, the entries of a label, or what a query selects. `hash` finds the page of an address; the
 * secret part of the address is sealed. Flags are 0 or 1.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('publications')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('labelId', 'text', (c) => c.references('labels.id').onDelete('cascade'))
    .addColumn('query', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('withNotes', 'integer', (c) => c.notNull())
    .addColumn('withInboxes', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('publicationsByUser').on('publications').column('userId').execute()
  await db.schema.createIndex('publicationsByLabel').on('publications').column('labelId').execute()
}
