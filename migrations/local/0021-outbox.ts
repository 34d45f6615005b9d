import type { Kysely } from 'kysely'

/** Changes that the server has not accepted, in the order they were made, which is `place`, not the clock's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('place', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('noun', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('args', 'text', (c) => c.notNull())
    .addColumn('effect', 'text')
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
}
