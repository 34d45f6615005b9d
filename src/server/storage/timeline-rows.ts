/** The rows of a page of a timeline, with all that is shown of each, in one statement: most of a call is its statements. */
import { sql, type RawBuilder } from 'kysely'
import {
  ENTRY_COLUMNS,
  FEED_COLUMNS,
  STATE_COLUMNS,
  stateOf,
  type EntrySummaryRow,
  type FeedColumns,
  type EntryState,
} from './entry-columns.ts'
import type { Storage } from './open.ts'
import { prepared } from './prepared.ts'

/** An entry of a timeline, its feed, and what stands between both and one person. */
export type TimelineRow = EntrySummaryRow &
  EntryState &
  FeedColumns & {
    /** The person follows lists, of which one may carry the feed; a flag of the engine's own. */
    readonly followsLists: boolean | number
  }

/** True of a person who follows a list. */
export const followsLists = (userId: string): RawBuilder<unknown> =>
  sql`exists (select 1 from "listSubscriptions" as l where l."userId" = ${userId})`

/**
 * @param entries a relation `e` with the columns of entries
 * @param often the statement is one of a few, so that it may be kept prepared
 */
export async function timelineRows(
  { db }: Storage,
  userId: string,
  entries: RawBuilder<unknown>,
  often: boolean,
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`select ${ENTRY_COLUMNS}, ${FEED_COLUMNS}, ${STATE_COLUMNS},
      ${followsLists(userId)} as "followsLists"
    from ${entries} left join feeds as f on f.id = e."feedId" ${stateOf(userId)}
    order by e."publishedAt" desc, e.id desc ${often ? prepared : sql``}`.execute(db)
  return rows
}
