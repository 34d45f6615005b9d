import type { Kysely } from 'kysely'

/** Conditions of a user's plugins whose last evaluation failed. `words`: why, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ruleProblems')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ruleProblemsKey', ['userId', 'plugin', 'name'])
    .execute()
}
