import type { Kysely } from 'kysely'

/** How the last run of each job of a user's plugins ended. `words`: why it failed, as JSON; null where it did not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pluginJobs')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('words', 'text')
    .addPrimaryKeyConstraint('pluginJobsKey', ['userId', 'plugin', 'name'])
    .execute()
}
