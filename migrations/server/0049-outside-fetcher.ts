import type { Kysely } from 'kysely'

/** Whether a feed is fetched through the outside fetcher, by its user's choice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('feedRequests')
    .addColumn('usesFetcher', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
