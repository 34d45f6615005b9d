import type { Kysely } from 'kysely'

/** Whether the timelines of a view leave the subscription's entries out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    .addColumn('hideFromTimeline', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
