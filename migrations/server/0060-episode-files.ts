import type { Kysely } from 'kysely'

/** Transcripts and chapters of episodes as they were fetched. `words`: a transcript's text, folded as queries compare it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('episodeFiles')
    .addColumn('entryId', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('words', 'text')
    .addColumn('fetchedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('episodeFilesKey', ['entryId', 'kind'])
    .execute()
}
