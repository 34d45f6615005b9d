import type { Kysely } from 'kysely'

/** Rules of administrators for the entries of one of their folders, or those that a query of theirs selects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ownRetentionRules')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('maxAgeDays', 'integer')
    .addColumn('maxEntries', 'integer')
    .addPrimaryKeyConstraint('ownRetentionRulesKey', ['userId', 'kind', 'name'])
    .execute()
}
