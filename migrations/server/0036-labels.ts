import type { Kysely } from 'kysely'

/**
 * Labels on entries. `name`: the whole name, `key`: as names are compared, without case. `deletedAt`: the deletion can
 * still be undone. Times are ms since 1970. `ruleActs.labels`: the names that a rule's application added, as JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('labels')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('color', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('deletedAt', 'bigint')
    .addUniqueConstraint('labelsKey', ['userId', 'key'])
    .execute()
  await db.schema
    .createTable('entryLabels')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('labelId', 'text', (c) => c.notNull().references('labels.id').onDelete('cascade'))
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('entryLabelsKey', ['labelId', 'entryId'])
    .execute()
  await db.schema.createIndex('entryLabelsByEntry').on('entryLabels').columns(['entryId', 'userId']).execute()
  await db.schema.createIndex('entryLabelsByUser').on('entryLabels').column('userId').execute()
  await db.schema.alterTable('ruleActs').addColumn('labels', 'text').execute()
}
