import type { Kysely } from 'kysely'

/** Jobs that survive restarts, responses stored for repeated requests, and data of plugins by user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('queue', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('runAt', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease', 'bigint', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('jobsKey', ['queue', 'key'])
    .execute()
  await db.schema.createIndex('jobsDue').on('jobs').columns(['queue', 'runAt']).execute()
  await db.schema
    .createTable('answered')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('answeredKey', ['userId', 'key'])
    .execute()
  await db.schema
    .createTable('pluginSettings')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('plugin', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('secrets', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('pluginSettingsKey', ['userId', 'plugin'])
    .execute()
}
