import type { Kysely } from 'kysely'

/**
 * The icons of feeds for readers that need the picture itself. Without bytes: none was found
 * at `source`.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('feedIcons')
    .addColumn('feedId', 'text', (c) => c.primaryKey().references('feeds.id').onDelete('cascade'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('type', 'text')
    .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob')
    .addColumn('checkedAt', 'bigint', (c) => c.notNull())
    .execute()
}
