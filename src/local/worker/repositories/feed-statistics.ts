/** How many entries of each feed follow.db stores, and which feeds carry the same ones. */
import { sql } from 'kysely'
import type { FeedStatistics, SharedEntries } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'

export const feedStatistics: Handlers<'feeds.statistics'> = {
  'feeds.statistics': async (db) => {
    const { rows } = await sql<FeedStatistics & { feedId: string }>`
      select "s"."feedId", count(*) as "entries", sum("s"."unread" = 0) as "read",
        coalesce(sum("c"."shownAt" is not null), 0) as "starred"
      from "entryStatus" as "s" left join "collections" as "c" on "c"."entryId" = "s"."entryId"
      group by "s"."feedId"`.execute(db)
    // Entries of inboxes occur in no other feed.
    const { rows: shared } = await sql<SharedEntries>`
      with "linked" as materialized (
        select distinct "feedId", "url" from "entries" where "url" <> '' and "inboxHandle" is null
      )
      select "a"."feedId", "b"."feedId" as "otherId", count(*) as "count"
      from "linked" as "a" join "linked" as "b" on "a"."url" = "b"."url" and "a"."feedId" < "b"."feedId"
      group by "a"."feedId", "b"."feedId"`.execute(db)
    return {
      feeds: Object.fromEntries(rows.map(({ feedId, ...statistics }) => [feedId, statistics])),
      shared,
    }
  },
}
