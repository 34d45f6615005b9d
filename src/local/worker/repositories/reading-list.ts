/** How long entries take to read, and the unread ones that a reading list is chosen from. */
import { sql } from 'kysely'
import { parseQuery } from '../../../contract/query/parse.ts'
import {
  RARE_CANDIDATES,
  READING_CANDIDATES,
  READING_QUERY,
  type ReadingCandidate,
} from '../../../contract/reading-list.ts'
import type { Handlers } from '../handlers.ts'
import { readInTexts } from './entry-texts.ts'
import { listed } from './listed.ts'
import { querySources } from './query-sources.ts'
import { queryRows } from './query.ts'

/** Batches of new entries whose reading times are counted first. */
const BATCHES_BEFORE_CHOOSING = 5

export const readingList: Handlers<'entries.readingCandidates' | 'entries.readingTimes'> = {
  'entries.readingTimes': async (db, ids) => {
    const rows = await db
      .selectFrom('readingTimes')
      .selectAll()
      .where('entryId', 'in', sql<string>`${listed(ids)}`)
      .execute()
    return Object.fromEntries(rows.map(({ entryId, seconds }) => [entryId, seconds]))
  },
  'entries.readingCandidates': async (db, { now = Date.now() }) => {
    for (let batch = 0; batch < BATCHES_BEFORE_CHOOSING; batch += 1) if (!(await readInTexts(db))) break
    const ids = new Set<string>()
    for (const [query, limit] of [
      [`${READING_QUERY} is:rare`, RARE_CANDIDATES],
      [READING_QUERY, READING_CANDIDATES],
    ] as const) {
      const parsed = parseQuery(query)
      if (!parsed.ok) throw new Error(parsed.error.code)
      const rows = await queryRows(db, { select: parsed.ast, now }, { skip: 0, limit })
      for (const { entryId } of rows) ids.add(entryId)
    }
    const sources = await querySources(db, now)
    const { rows } = await sql<Omit<ReadingCandidate, 'isRare'>>`
      select "s"."entryId" as "id", "s"."feedId", "s"."publishedAt", coalesce("rt"."seconds", 0) as "seconds"
      from "entryStatus" as "s" left join "readingTimes" as "rt" on "rt"."entryId" = "s"."entryId"
      where "s"."entryId" in ${listed([...ids])}`.execute(db)
    return rows.map((row) => ({ ...row, isRare: sources.get(row.feedId)?.isRare === true }))
  },
}
