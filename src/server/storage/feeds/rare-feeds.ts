/** Feeds that publish seldom (contract/query/rare.ts). */
import { sql } from 'kysely'
import { isRareFeed, RARE_ENTRIES } from '../../../contract/query/rare.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

/** The ids of rare ones. Reads a few rows per feed of the index by time. @param now ms */
export async function rareFeeds(
  { db, kind }: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; next: number | string | null }>`select f.id,
      (select e."publishedAt" from entries as e where e."feedId" = f.id
        order by e."publishedAt" desc limit 1 offset ${sql.lit(RARE_ENTRIES)}) as next
    from feeds as f where f.id in ${idList(kind, feedIds)} and f."inboxUserId" is null`.execute(db)
  return new Set(
    rows.flatMap(({ id, next }) => (isRareFeed(next === null ? null : Number(next), now) ? id : [])),
  )
}
