import type { Kysely } from 'kysely'

/** `feedIds` is JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lists')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text')
    .addColumn('title', 'text')
    .addColumn('feedIds', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('view', 'integer', (c) => c.notNull())
    .addColumn('image', 'text')
    .addColumn('fee', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('ownerUserId', 'text')
    .addColumn('subscriptionCount', 'integer')
    .addColumn('purchaseAmount', 'text')
    .addColumn('other', 'text')
    .execute()
}
