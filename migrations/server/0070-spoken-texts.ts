import { sql, type Kysely } from 'kysely'

/** The words of transcripts are among the texts that queries search: those of the entries that have one are computed anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into "entryTextsPending" select "entryId" from "episodeFiles"
    where words is not null and kind = 'transcript' on conflict ("entryId") do nothing`.execute(db)
}
