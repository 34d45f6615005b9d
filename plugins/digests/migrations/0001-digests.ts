import type { PluginMigration } from '../../../src/plugin-api/server.ts'

/** The digests of users, and the entries that were in one or passed by it, so that each is in a digest once. */
export const up: PluginMigration['up'] = async (db) => {
  await db.schema
    .createTable('digests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('frequency', 'text', (c) => c.notNull())
    .addColumn('weekday', 'integer', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('timeZone', 'text', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('byMail', 'integer', (c) => c.notNull())
    .addColumn('withEpub', 'integer', (c) => c.notNull())
    .addColumn('feedHash', 'text')
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('nextAt', 'bigint')
    .addColumn('lastAt', 'bigint')
    .addColumn('lastCount', 'integer', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('digestsByUser').on('digests').column('userId').execute()
  await db.schema
    .createTable('digestsEntries')
    .addColumn('digestId', 'text', (c) => c.notNull().references('digests.id').onDelete('cascade'))
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('issuedAt', 'bigint', (c) => c.notNull())
    .addColumn('included', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('digestsEntriesKey', ['digestId', 'entryId'])
    .execute()
}
