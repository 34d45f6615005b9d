/**
 * The texts that queries search, reading times, and keys of stories in several feeds: computed after
 * entries are stored, by a job and before each search.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { searchTexts, type SearchableEntry } from '../../../contract/query/fold-text.ts'
import { storyKeysOf } from '../../../contract/story-keys.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

/** A small number, because SQLite's statements block every other request of the process. */
const BATCH = 50
type TextRow = SearchableEntry & {
  readonly id: string
  readonly feedId: string
  readonly url: string | null
  readonly publishedAt: number
}

/** @param most batches of 50 entries @returns whether all entries are done */
export async function readInTexts(storage: Storage, most: number): Promise<boolean> {
  for (let batch = 0; batch < most; batch += 1) {
    const waiting = await storage.db.selectFrom('entryTextsPending').select('entryId').limit(1).execute()
    if (waiting.length === 0) return true
    await readInBatch(storage)
    await setImmediate()
  }
  return false
}

/**
 * Takes the entries off the queue before it reads them: one that changes meanwhile is queued again. Other processes take
 * other entries.
 */
function readInBatch({ db, kind }: Storage): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { rows: taken } = await sql<{
      entryId: string
    }>`delete from "entryTextsPending" where "entryId" in (
      select "entryId" from "entryTextsPending" limit ${sql.lit(BATCH)}
      ${kind === 'postgres' ? sql`for update skip locked` : sql``}) returning "entryId"`.execute(trx)
    const ids = taken.map(({ entryId }) => entryId)
    const { rows } = await sql<TextRow>`select e.id, e."feedId", e.url, e."publishedAt", e.title, e.author,
      e.description, t.content, f.words as transcript
      from entries as e left join "entryContents" as t on t."entryId" = e.id
      left join "episodeFiles" as f on f."entryId" = e.id and f.kind = 'transcript'
      where e.id in ${idList(kind, ids)}`.execute(trx)
    if (rows.length === 0) return
    const texts = rows.map((row) => ({ entryId: row.id, ...searchTexts(row) }))
    await trx
      .insertInto('readingTimes')
      .values(texts.map(({ entryId, readingSeconds: seconds }) => ({ entryId, seconds })))
      .onConflict((on) => on.column('entryId').doUpdateSet((eb) => ({ seconds: eb.ref('excluded.seconds') })))
      .execute()
    await trx
      .insertInto('storyKeys')
      .values(
        rows.map(({ id, feedId, publishedAt, url, title }) => ({
          entryId: id,
          feedId,
          publishedAt,
          ...storyKeysOf({ url: url === null ? null : URL.parse(url), title }),
        })),
      )
      .onConflict((on) =>
        on.column('entryId').doUpdateSet((eb) => ({
          publishedAt: eb.ref('excluded.publishedAt'),
          address: eb.ref('excluded.address'),
          title: eb.ref('excluded.title'),
        })),
      )
      .execute()
    await trx
      .insertInto('entryTexts')
      .values(texts.map(({ readingSeconds: _, ...row }) => row))
      .onConflict((on) =>
        on.column('entryId').doUpdateSet((eb) => ({
          title: eb.ref('excluded.title'),
          author: eb.ref('excluded.author'),
          body: eb.ref('excluded.body'),
        })),
      )
      .execute()
  })
}
