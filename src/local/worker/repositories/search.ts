/** Finding entries by words of their title, summary and author. */
import { sql } from 'kysely'
import { entryName } from '../../../core/entry-name.ts'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { indexWords, matchExpression, plainText } from './search-text.ts'

/** A step of the background job: short, because a page's call may be waiting behind it. */
const ROWS_A_STEP = 200
const SUMMARY_LENGTH = 500
/** Numbers for entries of one millisecond in the search row's number. */
const PLACES = 1024
/** Above this a number times {@link PLACES} is no longer exact; the year is 2223. */
const LATEST = 8e12

type Found = Pick<Waiting, 'id' | 'title' | 'description' | 'publishedAt'> & {
  readonly storyId: string | null
  readonly feedId: string
  readonly url: string | null
}
type Waiting = {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly author: string | null
  readonly publishedAt: number
  readonly content: string | null
}

export const search: Handlers<'entries.search'> = {
  'entries.search': async (db, { text, limit }) => {
    const expression = matchExpression(text)
    if (expression === null) return []
    // New entries are found too when the background job is nearly done.
    await indexStep(db)
    const { rows } = await sql<Found>`
      select "e"."id", "e"."feedId", "e"."title", "e"."url", "e"."description", "e"."publishedAt", "t"."storyId"
      from (select "docid" from "entrySearch" where "entrySearch" match ${expression}
        order by "docid" desc limit ${limit}) as "hit"
      join "entries" as "e" on "e"."searchId" = "hit"."docid"
      left join "storyEntries" as "t" on "t"."entryId" = "e"."id" order by "e"."searchId" desc`.execute(db)
    return rows.map(({ title, url, description, ...row }) => ({
      ...row,
      title: entryName({ title, description, url }),
    }))
  },
}

/** Indexes the next entries, newest first. Returns whether more are waiting. */
export async function indexStep(db: Db): Promise<boolean> {
  const { rows } = await sql<Waiting>`
    select "e"."id", "e"."title", "e"."description", "e"."author", "e"."publishedAt",
      case when "e"."description" is null then substr("c"."content", 1, ${SUMMARY_LENGTH * 8}) end as "content"
    from "entries" as "e" left join "entryContents" as "c" on "c"."entryId" = "e"."id"
    where "e"."searchId" is null order by "e"."publishedAt" desc limit ${ROWS_A_STEP}`.execute(db)
  for (const row of rows) {
    const searchId = await freeSearchId(db, row.publishedAt)
    await sql`insert into "entrySearch" ("docid", "text") values (${searchId}, ${termsOf(row)})`.execute(db)
    await db.updateTable('entries').set({ searchId }).where('id', '=', row.id).execute()
  }
  return rows.length === ROWS_A_STEP
}

const termsOf = ({ title, description, author, content }: Waiting): string =>
  indexWords([title ?? '', plainText(description ?? content ?? '', SUMMARY_LENGTH), author ?? ''].join('\n'))

/** An unused number, rising with time: the next one of its millisecond, or of a later one with unused numbers. */
async function freeSearchId(db: Db, publishedAt: number): Promise<number> {
  let from = Math.min(Math.max(Math.trunc(publishedAt), 0), LATEST) * PLACES
  for (;;) {
    const last = await lastBelow(db, from, from + PLACES)
    if (last === null) return from
    if (last < from + PLACES - 1) return last + 1
    from += PLACES
  }
}

async function lastBelow(db: Db, from: number, end: number): Promise<number | null> {
  const { rows } = await sql<{ searchId: number }>`
    select "searchId" from "entries" where "searchId" is not null and "searchId" >= ${from} and "searchId" < ${end}
    order by "searchId" desc limit 1`.execute(db)
  return rows[0]?.searchId ?? null
}
