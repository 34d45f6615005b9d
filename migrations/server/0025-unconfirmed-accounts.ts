import type { Kysely } from 'kysely'

/** Accounts that open when their address is confirmed. Existing ones stay open. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('mustConfirm', kind === 'postgres' ? 'boolean' : 'integer')
    .execute()
}
