/** The texts that queries search: indexed by the background job, the last few before a search. */
import { sql } from 'kysely'
import { searchTexts, type SearchableEntry } from '../../../contract/query/fold-text.ts'
import type { Db } from '../schema.ts'
import { listed } from './listed.ts'
import { putReadingTimes } from './reading-times.ts'

/** A small number, because a page's call may be waiting. */
const BATCH = 200
type TextRow = SearchableEntry & { readonly id: string }

/** Indexes the next entries. @returns whether more may be waiting */
export async function readInTexts(db: Db): Promise<boolean> {
  const { rows: taken } = await sql<{ entryId: string }>`
    select "entryId" from "entryTextsPending" order by "entryId" desc limit ${BATCH}`.execute(db)
  if (taken.length === 0) return false
  const ids = listed(taken.map(({ entryId }) => entryId))
  const { rows } = await sql<TextRow>`
    select "e"."id", "e"."title", "e"."author", "e"."description", "c"."content",
      "f"."words" as "transcript"
    from "entries" as "e" left join "entryContents" as "c" on "c"."entryId" = "e"."id"
    left join "episodeFiles" as "f" on "f"."entryId" = "e"."id" and "f"."kind" = 'transcript'
    where "e"."id" in ${ids}`.execute(db)
  const texts = rows.map((row) => ({ entryId: row.id, ...searchTexts(row) }))
  await putReadingTimes(
    db,
    texts.map(({ entryId, readingSeconds: seconds }) => ({ entryId, seconds })),
  )
  if (texts.length > 0)
    await db
      .insertInto('entryTexts')
      .values(texts.map(({ readingSeconds: _, ...row }) => row))
      .onConflict((on) =>
        on.column('entryId').doUpdateSet((of) => ({
          title: of.ref('excluded.title'),
          author: of.ref('excluded.author'),
          body: of.ref('excluded.body'),
        })),
      )
      .execute()
  await sql`delete from "entryTextsPending" where "entryId" in ${ids}`.execute(db)
  return taken.length === BATCH
}
