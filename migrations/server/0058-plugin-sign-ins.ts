import type { Kysely } from 'kysely'

/** Users' sign-ins to the services of their plugins; tokens and what a sign-in waits for are sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pluginSignIns')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('tokens', 'text')
    .addColumn('account', 'text')
    .addColumn('pending', 'text')
    .addPrimaryKeyConstraint('pluginSignInsKey', ['userId', 'plugin'])
    .execute()
}
