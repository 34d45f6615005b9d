/** The rows of a timeline page, with all joined data in one statement: most of a call's time is its statements. */
import { sql, type RawBuilder } from 'kysely'
import {
  ENTRY_COLUMNS,
  FEED_COLUMNS,
  STATE_COLUMNS,
  stateOf,
  type EntrySummaryRow,
  type FeedColumns,
  type EntryState,
} from '../entries/entry-columns.ts'
import type { Storage } from '../open.ts'
import { prepared } from '../engine/prepared.ts'

/** An entry of a timeline, its feed, and the user's state of both. */
export type TimelineRow = EntrySummaryRow &
  EntryState &
  FeedColumns & {
    /** The user follows lists, one of which may contain the feed; a flag in the engine's own type. */
    readonly followsLists: boolean | number
    /** It has a label, perhaps a deleted one; a flag in the engine's own type. */
    readonly labelled: boolean | number
    readonly readingSeconds: number | null
  }

/** True of a user who follows a list. */
export const followsLists = (userId: string): RawBuilder<unknown> =>
  sql`exists (select 1 from "listSubscriptions" as l where l."userId" = ${userId})`

/**
 * @param entries a relation `e` with the columns of entries
 * @param often the statement has few variants, so that it may be prepared
 */
export async function timelineRows(
  { db }: Storage,
  userId: string,
  entries: RawBuilder<unknown>,
  often: boolean,
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`select ${ENTRY_COLUMNS}, ${FEED_COLUMNS}, ${STATE_COLUMNS},
      ${followsLists(userId)} as "followsLists",
      exists (select 1 from "entryLabels" as el where el."entryId" = e.id and el."userId" = ${userId}) as labelled,
      (select rt.seconds from "readingTimes" as rt where rt."entryId" = e.id) as "readingSeconds"
    from ${entries} left join feeds as f on f.id = e."feedId" ${stateOf(userId)}
    order by e."publishedAt" desc, e.id desc ${often ? prepared : sql``}`.execute(db)
  return rows
}
