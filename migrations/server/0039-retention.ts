import type { Kysely } from 'kysely'

/**
 * Which entries are deleted. `scope`: a feed, or `all` for those without a rule of their own. The guids of deleted entries
 * stay, so that a document that still has them does not bring them back. `retentionRuns`: what each run deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('retentionRules')
    .addColumn('scope', 'text', (c) => c.primaryKey())
    .addColumn('maxAgeDays', 'integer')
    .addColumn('maxEntries', 'integer')
    .execute()
  await db.schema
    .createTable('retentionRuns')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('feeds', 'integer', (c) => c.notNull())
    .addColumn('rules', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('removedEntries')
    .addColumn('feedId', 'text', (c) => c.notNull().references('feeds.id').onDelete('cascade'))
    .addColumn('guid', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('removedEntriesKey', ['feedId', 'guid'])
    .execute()
}
