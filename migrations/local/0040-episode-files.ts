import { sql, type Kysely } from 'kysely'

/** Transcripts and chapters of episodes. `words`: a transcript's text, folded as queries compare it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('episodeFiles')
    .addColumn('entryId', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('words', 'text')
    .addColumn('fetchedAt', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('episodeFilesKey', ['entryId', 'kind'])
    .execute()
  await sql`create trigger "episodeFilesRemoved" after delete on "entries" begin
    delete from "episodeFiles" where "entryId" = old."id";
  end`.execute(db)
}
