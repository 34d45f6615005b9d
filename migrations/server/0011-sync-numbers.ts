import type { Kysely } from 'kysely'

/** The small numbers of a user's feeds and folders in the Fever protocol. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('syncNumbers')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    /** feed or folder; `name` is the feed's id or the folder's name. */
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('syncNumbersKey', ['userId', 'kind', 'name'])
    .addUniqueConstraint('syncNumbersNumber', ['userId', 'kind', 'number'])
    .execute()
}
