import { sql, type Kysely } from 'kysely'

/** A row of the journal becomes a step of one or more changes, each of which can be undone and repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('journal').renameTo('oldJournal').execute()
  await db.schema
    .createTable('journal')
    .addColumn('place', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('at', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('groupId', 'text')
    .addColumn('undoneAt', 'integer')
    .execute()
  await db.schema
    .createTable('journalChanges')
    .addColumn('place', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('stepId', 'text', (c) => c.notNull())
    .addColumn('undo', 'text')
    .addColumn('redo', 'text')
    .execute()
  await db.schema.createIndex('journalChangesById').on('journalChanges').columns(['id']).execute()
  await db.schema.createIndex('journalChangesByStep').on('journalChanges').columns(['stepId']).execute()
  await sql`
    insert into "journal" ("id", "at", "title", "origin")
    select "id", "at", "title", 'command' from "oldJournal" order by "at", "id"`.execute(db)
  await sql`
    insert into "journalChanges" ("id", "stepId", "undo")
    select "id", "id", "undo" from "oldJournal" order by "at", "id"`.execute(db)
  await db.schema.dropTable('oldJournal').execute()
}
