import type { Kysely } from 'kysely'

/** How far each user has played an entry's audio or video, seconds. `at`: when that was, ms since 1970. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('positions')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('seconds', 'double precision', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('positionsKey', ['userId', 'entryId'])
    .execute()
  await db.schema.createIndex('positionsByTime').on('positions').columns(['userId', 'at']).execute()
  await db.schema.createIndex('positionsEntry').on('positions').column('entryId').execute()
}
