/** Transcripts and chapters of episodes, as the server sent them. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { EpisodeChapter, Transcript } from '../../../contract/podcast.ts'
import { foldText } from '../../../contract/query/fold-text.ts'
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'
import { listed } from './listed.ts'

export const episodeFiles: Handlers<'episodes.get' | 'episodes.put' | 'episodes.withoutTranscript'> = {
  'episodes.get': async (db, entryId) => {
    const rows = await db
      .selectFrom('episodeFiles')
      .select(['kind', 'value', 'fetchedAt'])
      .where('entryId', '=', entryId)
      .execute()
    const stored = <T>(kind: string) => {
      const row = rows.find((one) => one.kind === kind)
      return row ? { value: parsed<T>(row.value), at: row.fetchedAt } : null
    }
    return {
      transcript: stored<Transcript | null>('transcript'),
      chapters: stored<readonly EpisodeChapter[]>('chapters'),
    }
  },
  'episodes.put': async (db, { entryId, at, ...file }) => {
    const [kind, value, words] =
      'transcript' in file
        ? (['transcript', file.transcript, file.transcript?.lines.map(({ text }) => text).join(' ')] as const)
        : (['chapters', file.chapters, undefined] as const)
    // The entry may have been deleted while its file was fetched.
    await sql`insert into "episodeFiles" ("entryId", "kind", "value", "words", "fetchedAt")
      select "id", ${kind}, ${JSON.stringify(value)}, ${words === undefined ? null : foldText(words)}, ${at}
      from "entries" where "id" = ${entryId}
      on conflict ("entryId", "kind") do update set "value" = "excluded"."value",
        "words" = "excluded"."words", "fetchedAt" = "excluded"."fetchedAt"`.execute(db)
    // The words are among the texts that queries search once these are computed anew.
    if (words !== undefined)
      await sql`insert into "entryTextsPending" select "id" from "entries" where "id" = ${entryId}
        on conflict ("entryId") do nothing`.execute(db)
  },
  'episodes.withoutTranscript': async (db, ids) => {
    const { rows } = await sql<{ entryId: string }>`select "entryId" from "episodeFiles"
      where "kind" = 'transcript' and "entryId" in ${listed(ids)}`.execute(db)
    const known = new Set(rows.map(({ entryId }) => entryId))
    return ids.filter((id) => !known.has(id))
  },
}

/** True of an entry whose transcript contains a text. @param entryId a column @param text folded */
export const isTranscribed = (entryId: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`(${entryId} in (select "f"."entryId" from "episodeFiles" as "f"
    where instr(coalesce("f"."words", ''), ${text}) > 0))`
