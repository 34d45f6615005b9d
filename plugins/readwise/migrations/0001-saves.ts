import type { PluginMigration } from '../../../src/plugin-api/server.ts'

/** Which entries a person has saved, so that saving twice opens the first one instead of failing. */
export const up: PluginMigration['up'] = async (db) => {
  await db.schema
    .createTable('readwiseSaves')
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('savedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('readwiseSavesKey', ['userId', 'entryId'])
    .execute()
}
