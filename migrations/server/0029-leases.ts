import type { Kysely } from 'kysely'

/**
 * Locks that processes share: the number of each in its ids, the request slots of a site. A row whose time has passed is
 * free, as a missing one. `owner` says which process has it, `token` which acquisition. `renewedAt` and `expiresAt` are ms since
 * 1970 by the database's clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('renewedAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute()
}
