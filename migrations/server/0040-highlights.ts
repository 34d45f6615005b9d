import type { Kysely } from 'kysely'

/**
 * Highlights in entries, and notes. `exact` is null for a note on the entry itself; `startOffset`, `endOffset`: where the text
 * was. `noteText`, `searchText`: the note, and quotation, note and title, as queries compare texts. `deletedAt`: the deletion
 * can still be undone. Times are ms since 1970. Ids are made by devices, so they are a user's own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('highlights')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('exact', 'text')
    .addColumn('prefix', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('suffix', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('startOffset', 'integer')
    .addColumn('endOffset', 'integer')
    .addColumn('color', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('noteText', 'text')
    .addColumn('searchText', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .addColumn('deletedAt', 'bigint')
    .addPrimaryKeyConstraint('highlightsKey', ['userId', 'id'])
    .execute()
  await db.schema.createIndex('highlightsByEntry').on('highlights').columns(['entryId', 'userId']).execute()
  await db.schema
    .createIndex('highlightsByTime')
    .on('highlights')
    .columns(['userId', 'createdAt', 'id'])
    .execute()
}
