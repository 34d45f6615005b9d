import type { Kysely } from 'kysely'

/**
 * How the server requests a feed for one user. The feed belongs to that user alone; `address` is what is requested, as
 * the address of the feed itself has to be unique. Password and cookie are sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feedRequests')
    .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('userAgent', 'text')
    .addColumn('proxy', 'text')
    .addColumn('username', 'text')
    .addColumn('password', 'text')
    .addColumn('cookie', 'text')
    .addColumn('allowsInsecure', 'integer', (c) => c.notNull())
    .addColumn('ignoresEdits', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('feedRequestsByAddress')
    .on('feedRequests')
    .columns(['userId', 'address'])
    .execute()
}
