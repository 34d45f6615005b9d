import type { Kysely } from 'kysely'

/** `id` is the inbox's handle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inboxes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text')
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('other', 'text')
    .execute()
}
