import type { Kysely } from 'kysely'

/** `colors` is JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('images')
    .addColumn('url', 'text', (c) => c.primaryKey())
    .addColumn('colors', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .execute()
}
