import type { Kysely } from 'kysely'

/** Second addresses of users, such as those of e-readers: each is confirmed by a code that was sent to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mailAddresses')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    // null: confirmed.
    .addColumn('code', 'text')
    .addColumn('codeUntil', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('mailAddressesKey', ['userId', 'address'])
    .execute()
}
