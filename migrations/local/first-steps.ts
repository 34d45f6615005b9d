import { sql, type Kysely } from 'kysely'
import { addToSchema, localBaseline, type BaselineStep } from './baseline.ts'

const tables = Object.fromEntries(
  (localBaseline.steps as readonly BaselineStep[])
    .slice(0, 30)
    .map((step) => [step, { up: (db: Kysely<unknown>) => addToSchema(db, step) }]),
)

/** The thirty steps of the first day, which shipped together: the tables, and the indexes of each. */
export const firstSteps = {
  ...tables,
  /** Changes that the server has not accepted, in the order they were made, which is `place`, not the clock's. */
  '0021-outbox': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('outbox')
        .addColumn('place', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('noun', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('args', 'text', (c) => c.notNull())
        .addColumn('effect', 'text')
        .addColumn('at', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  '0022-journal': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('journal')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('undo', 'text', (c) => c.notNull())
        .addColumn('at', 'integer', (c) => c.notNull())
        .execute()
    },
  },
  '0023-journal-by-time': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.createIndex('journalByTime').on('journal').columns(['at desc', 'id desc']).execute()
    },
  },
  /** FTS4, because sql.js is built without FTS5. It keeps its own copy of the text: an index without one cannot take a
   * row out. */
  '0024-entry-search': {
    async up(db: Kysely<unknown>): Promise<void> {
      await addToSchema(db, '0024-entry-search')
      await sql`insert into "entrySearch"("entrySearch") values ('automerge=8')`.execute(db)
    },
  },
  /** The row of `entrySearch`. It rises with the time of publication, so that the newest hits come first without sorting. */
  '0025-entries-search-id': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('entries').addColumn('searchId', 'integer').execute()
      await addToSchema(db, '0025-entries-search-id')
    },
  },
  /** JSON: what beginning the change answered, so that asking again after a lost answer says the same. */
  '0028-outbox-flipped': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('outbox').addColumn('flipped', 'text').execute()
    },
  },
}
