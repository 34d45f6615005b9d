import type { PluginMigration } from '../../../src/plugin-api/server.ts'

/** Characters that the server's own service has read to a user, by day. */
export const up: PluginMigration['up'] = async (db) => {
  await db.schema
    .createTable('ttsUsage')
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('characters', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ttsUsageKey', ['userId', 'day'])
    .execute()
}
