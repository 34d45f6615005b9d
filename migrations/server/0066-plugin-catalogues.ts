import type { Kysely } from 'kysely'

/**
 * Catalogues of plugins that a user has added: `key` is the public key of the first one, `payload` the signed text of the latest, `sequence` its
 * number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pluginCatalogues')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('fetchedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pluginCataloguesKey', ['userId', 'address'])
    .execute()
}
