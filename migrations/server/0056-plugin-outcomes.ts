import type { Kysely } from 'kysely'

/** How the last delivery of each plugin to its service went: a saved entry, a test, a command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pluginOutcomes')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('words', 'text')
    .addPrimaryKeyConstraint('pluginOutcomesKey', ['userId', 'plugin'])
    .execute()
}
