import type { Kysely } from 'kysely'

/** `id` is type/targetId. `createdAt` is ms since 1970. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('feedId', 'text')
    .addColumn('listId', 'text')
    .addColumn('inboxId', 'text')
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('view', 'integer', (c) => c.notNull())
    .addColumn('isPrivate', 'integer', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('category', 'text')
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .execute()
}
