import type { Kysely } from 'kysely'

/** Ids, JSON and the wire's times are text. `other` is JSON: what the wire sends beyond the spec's fields (owner, tipUsers). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feeds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('description', 'text')
    .addColumn('image', 'text')
    .addColumn('errorAt', 'text')
    .addColumn('errorMessage', 'text')
    .addColumn('siteUrl', 'text')
    .addColumn('ownerUserId', 'text')
    .addColumn('subscriptionCount', 'integer')
    .addColumn('updatesPerWeek', 'real')
    .addColumn('latestEntryPublishedAt', 'text')
    .addColumn('tipUserIds', 'text')
    .addColumn('updatedAt', 'integer')
    .addColumn('other', 'text')
    .execute()
}
