import type { PluginMigration } from '../../../src/plugin-api/server.ts'

/**
 * Vectors of entries and of searched words, each of one user: nobody's are compared with another's. SQLite takes the type
 * `bytea` for any; its values stay bytes.
 */
export const up: PluginMigration['up'] = async (db) => {
  await db.schema
    .createTable('meaningEntries')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('space', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('vector', 'bytea', (c) => c.notNull())
    .addColumn('seenAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('meaningEntriesKey', ['userId', 'entryId'])
    .execute()
  await db.schema.createIndex('meaningEntriesByEntry').on('meaningEntries').column('entryId').execute()
  await db.schema
    .createTable('meaningSearches')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('space', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('vector', 'bytea', (c) => c.notNull())
    .addColumn('usedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('meaningSearchesKey', ['userId', 'space', 'hash'])
    .execute()
  await db.schema
    .createTable('meaningProgress')
    .addColumn('userId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('space', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('afterId', 'text')
    .addColumn('afterAt', 'bigint')
    .addColumn('beganAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('waitUntil', 'bigint')
    .execute()
  await db.schema
    .createTable('meaningSpent')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('tokens', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('meaningSpentKey', ['userId', 'day'])
    .execute()
}
