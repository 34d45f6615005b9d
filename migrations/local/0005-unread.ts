import { sql, type Kysely } from 'kysely'

/** The server's counts. They are not the sum of the rows here: only a part of the entries is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unread')
    .addColumn('subscriptionId', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull().check(sql`count >= 0`))
    .execute()
}
