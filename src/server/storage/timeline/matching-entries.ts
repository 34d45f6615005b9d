/** Finds a user's entries by the data of another reader. */
import { sql } from 'kysely'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import type { EntryRow } from '../schema.ts'

export type MatchingEntry = Pick<EntryRow, 'id' | 'feedId' | 'guid' | 'url' | 'title'> & {
  /** The view of its subscription; 0 for an entry of an inbox. */
  readonly view: number
  readonly isRead: boolean
  readonly isStarred: boolean
}
type Row = Omit<MatchingEntry, 'isRead' | 'isStarred'> & { readAt: number | null; starredAt: number | null }

/**
 * Entries of the feeds that a user follows, and of the user's inboxes, with one of some addresses, guids, or titles. Titles
 * are compared in inboxes only: those of feeds repeat.
 */
export async function matchingEntries(
  { db, kind }: Storage,
  userId: string,
  wanted: {
    readonly urls: readonly string[]
    readonly guids: readonly string[]
    readonly titles: readonly string[]
  },
): Promise<MatchingEntry[]> {
  const { rows } =
    await sql<Row>`select e.id, e."feedId", e.guid, e.url, e.title, coalesce(s.view, 0) as view, r."readAt",
      c."createdAt" as "starredAt"
    from entries as e
    left join subscriptions as s on s."feedId" = e."feedId" and s."userId" = ${userId}
    left join inboxes as i on i."feedId" = e."feedId" and i."userId" = ${userId}
    left join reads as r on r."entryId" = e.id and r."userId" = ${userId}
    left join collections as c on c."entryId" = e.id and c."userId" = ${userId}
    where e."feedId" in (select "feedId" from subscriptions where "userId" = ${userId}
        union all select "feedId" from inboxes where "userId" = ${userId})
      and (e.url in ${idList(kind, wanted.urls)} or e.guid in ${idList(kind, wanted.guids)}
        or (i."feedId" is not null and e.title in ${idList(kind, wanted.titles)}))
    order by e."publishedAt", e.id`.execute(db)
  return rows.map(({ readAt, starredAt, ...row }) => ({
    ...row,
    view: Number(row.view),
    isRead: readAt !== null,
    isStarred: starredAt !== null,
  }))
}
