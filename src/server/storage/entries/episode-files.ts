/** Transcripts and chapters that were fetched for entries, and the words of transcripts, which queries search. */
import { sql, type RawBuilder } from 'kysely'
import { containsText } from '../engine/like.ts'
import type { Kind, Storage } from '../open.ts'
import type { EpisodeFileRow } from '../schema.ts'

export const storedEpisodeFile = (
  { db }: Storage,
  entryId: string,
  kind: EpisodeFileRow['kind'],
): Promise<EpisodeFileRow | undefined> =>
  db
    .selectFrom('episodeFiles')
    .selectAll()
    .where('entryId', '=', entryId)
    .where('kind', '=', kind)
    .executeTakeFirst()

/** The words of a transcript are among the texts that queries search once these are computed anew. */
export async function putEpisodeFile({ db }: Storage, row: EpisodeFileRow): Promise<void> {
  const { entryId, kind: __, ...values } = row
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('episodeFiles')
      .values(row)
      .onConflict((on) => on.columns(['entryId', 'kind']).doUpdateSet(values))
      .execute()
    if (row.words === null) return
    await trx
      .insertInto('entryTextsPending')
      .values({ entryId })
      .onConflict((on) => on.column('entryId').doNothing())
      .execute()
  })
}

/**
 * Ids of the newest entries with the address of a transcript that was not fetched yet, of each feed first the newest one: a feed
 * with many does not keep out those of others.
 * @param since ms: entries that have arrived since
 */
export async function entriesToTranscribe({ db }: Storage, since: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select n.id from (
      select e.id, e."insertedAt", row_number() over (partition by e."feedId" order by e."insertedAt" desc, e.id desc) as turn
      from entries as e where e."insertedAt" >= ${since} and e.extra like '%"transcripts":[%'
        and not exists (select 1 from "episodeFiles" as f where f."entryId" = e.id and f.kind = 'transcript')
    ) as n order by n.turn, n."insertedAt" desc, n.id limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** True of entries `e` whose transcript contains a text. @param text folded */
export const isTranscribed = (kind: Kind, text: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "episodeFiles" as f where f."entryId" = e.id
    and f.words is not null and ${containsText(kind, sql`f.words`, text)})`

/** Ids of the entries whose transcript contains a text. @returns null: there are more than `most` */
export async function entriesTranscribed(
  { db, kind }: Storage,
  text: string,
  most: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ entryId: string }>`select f."entryId" from "episodeFiles" as f
    where f.words is not null and ${containsText(kind, sql`f.words`, text)} limit ${sql.lit(most + 1)}`.execute(
    db,
  )
  return rows.length > most ? null : rows.map(({ entryId }) => entryId)
}
