/** Unread entries that a reading list is chosen from (contract/reading-list.ts). */
import type { QueryAst } from '../../../contract/query/ast.ts'
import { parseQuery } from '../../../contract/query/parse.ts'
import {
  RARE_CANDIDATES,
  READING_CANDIDATES,
  READING_QUERY,
  type ReadingCandidate,
} from '../../../contract/reading-list.ts'
import { readInTexts } from '../entries/entry-texts.ts'
import type { Storage } from '../open.ts'
import { rareFeeds } from '../feeds/rare-feeds.ts'
import { searchEntries } from './search-entries.ts'
import type { TimelineRow } from './timeline-rows.ts'

/** Batches of new entries whose reading times are counted first, of 50 each. */
const BATCHES_BEFORE_CHOOSING = 40

export type StoredCandidate = ReadingCandidate & { readonly row: TimelineRow }

/** @param options.within chooses only from these feeds; null: from all that the user may see @param options.now ms */
export async function readingCandidates(
  storage: Storage,
  userId: string,
  { within, now }: { readonly within: ReadonlyMap<string, unknown> | null; readonly now: number },
): Promise<StoredCandidate[]> {
  const rows = new Map<string, TimelineRow>()
  await readInTexts(storage, BATCHES_BEFORE_CHOOSING)
  for (const [query, limit] of [
    [`${READING_QUERY} is:rare`, RARE_CANDIDATES],
    [READING_QUERY, READING_CANDIDATES],
  ] as const) {
    const options = { candidates: null, within, now, after: null, limit }
    const found = await searchEntries(storage, userId, queryOf(query), options)
    for (const { row } of found) rows.set(row.id, row)
  }
  const rare = await rareFeeds(storage, [...new Set([...rows.values()].map(({ feedId }) => feedId))], now)
  return [...rows.values()].map((row) => ({
    id: row.id,
    feedId: row.feedId,
    publishedAt: row.publishedAt,
    seconds: row.readingSeconds ?? 0,
    isRare: rare.has(row.feedId),
    row,
  }))
}

function queryOf(query: string): QueryAst {
  const parsed = parseQuery(query)
  if (!parsed.ok) throw new Error(parsed.error.code)
  return parsed.ast
}
