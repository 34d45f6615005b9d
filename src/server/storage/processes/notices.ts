/** Notices for the open clients of other processes, and new entries per user. */
import { sql } from 'kysely'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

/** Processes poll every second or two; minutes are far more than enough. */
const RETENTION_MS = 300_000

export type NoticeRow = { id: string; userId: string; at: number; payload: string }

export async function addPushNotice({ db }: Storage, row: NoticeRow): Promise<void> {
  await db.insertInto('notices').values(row).execute()
}

/** Notices of some users since a given time, ms since 1970. */
export function noticesSince(
  { db, kind }: Storage,
  userIds: readonly string[],
  since: number,
): Promise<NoticeRow[]> {
  return db
    .selectFrom('notices')
    .selectAll()
    .where('at', '>=', since)
    .where('userId', 'in', idList(kind, userIds))
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** @returns how many were deleted */
export async function pruneNotices({ db }: Storage, now: number): Promise<number> {
  const deleted = await db
    .deleteFrom('notices')
    .where('at', '<', now - RETENTION_MS)
    .executeTakeFirstOrThrow()
  return Number(deleted.numDeletedRows)
}

/** More than a user can read in ten seconds; a database under import must not be scanned every second. */
const MOST_ARRIVALS = 5000

/** Entries that arrived since a given time, the newest first. */
export function arrivalsSince({ db }: Storage, since: number): Promise<{ id: string; feedId: string }[]> {
  return db
    .selectFrom('entries')
    .select(['id', 'feedId'])
    .where('insertedAt', '>=', since)
    .orderBy('insertedAt', 'desc')
    .limit(MOST_ARRIVALS)
    .execute()
}

/** Which of some users receive which feeds: by subscription, by a list, or as the owner of the inbox. */
export async function readersOfFeeds(
  { db, kind }: Storage,
  userIds: readonly string[],
  feedIds: readonly string[],
): Promise<{ userId: string; feedId: string }[]> {
  const [users, feeds] = [idList(kind, userIds), idList(kind, feedIds)]
  const { rows } = await sql<{ userId: string; feedId: string }>`
    select "userId", "feedId" from subscriptions where "userId" in ${users} and "feedId" in ${feeds}
    union select s."userId", f."feedId" from "listSubscriptions" s join "listFeeds" f on f."listId" = s."listId"
      where s."userId" in ${users} and f."feedId" in ${feeds}
    union select "userId", "feedId" from inboxes where "userId" in ${users} and "feedId" in ${feeds}`.execute(
    db,
  )
  return rows
}
