import type { Kysely } from 'kysely'

/**
 * How much of a limit on failed attempts (passwords, codes, secrets) is used up. Every process on a PostgreSQL shares
 * them. `fullUntil` is the theoretical arrival time of the generic cell rate algorithm (ITU-T I.371), ms since 1970: one
 * number is a whole bucket, and a row whose time has passed equals a missing one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('failedAttempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('fullUntil', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('failedAttemptsFullUntil').on('failedAttempts').column('fullUntil').execute()
}
