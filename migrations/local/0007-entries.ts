import type { Kysely } from 'kysely'

/** What the server said of an entry. Its content, read mark and star have tables of their own, so that fetching it again
 * overwrites none of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('feedId', 'text', (c) => c.notNull())
    .addColumn('guid', 'text', (c) => c.notNull())
    .addColumn('inboxHandle', 'text')
    .addColumn('title', 'text')
    .addColumn('url', 'text')
    .addColumn('description', 'text')
    .addColumn('author', 'text')
    .addColumn('authorUrl', 'text')
    .addColumn('authorAvatar', 'text')
    .addColumn('language', 'text')
    .addColumn('categories', 'text')
    .addColumn('media', 'text')
    .addColumn('attachments', 'text')
    .addColumn('extra', 'text')
    .addColumn('sources', 'text')
    .addColumn('settings', 'text')
    .addColumn('publishedAt', 'integer', (c) => c.notNull())
    .addColumn('insertedAt', 'integer', (c) => c.notNull())
    .execute()
}
