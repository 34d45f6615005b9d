import type { Kysely } from 'kysely'

/** What app passwords with scopes were used for. The name of a deleted one stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tokenUses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('tokenId', 'text', (c) => c.notNull())
    .addColumn('tokenName', 'text', (c) => c.notNull())
    .addColumn('entrance', 'text', (c) => c.notNull())
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('undo', 'text')
    .addColumn('undoneAt', 'bigint')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('tokenUsesByTime').on('tokenUses').columns(['userId', 'at']).execute()
}
