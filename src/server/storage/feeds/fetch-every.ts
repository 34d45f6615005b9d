/** Brings the next fetch of some feeds forward. */
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

type Interval = { readonly minutes: number; readonly feedIds: readonly string[]; readonly now: number }

/** Feeds that fail, or that declare their own fetch times, keep their schedule. */
export async function fetchEvery({ db, kind }: Storage, { minutes, feedIds, now }: Interval): Promise<void> {
  const wait = minutes * 60_000
  await db
    .updateTable('feeds')
    .set((row) => ({ nextFetchAt: row('checkedAt', '+', wait) as never }))
    .where('id', 'in', idList(kind, feedIds))
    .where('failures', '=', 0)
    .where('gone', '=', 0)
    .where('quietTimes', 'is', null)
    .where((is) => is.or([is('ttlMinutes', 'is', null), is('ttlMinutes', '<=', minutes)]))
    .where((is) => is.or([is('waitUntil', 'is', null), is('waitUntil', '<=', now)]))
    .where((is) => is('nextFetchAt', '>', is('checkedAt', '+', wait)))
    .execute()
}
