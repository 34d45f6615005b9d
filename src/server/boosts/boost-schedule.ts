/** Brings the next fetch of boosted feeds forward. */
import { boostedFeeds } from '../storage/power/boosts.ts'
import { idList } from '../storage/engine/id-list.ts'
import type { Storage } from '../storage/open.ts'
import { boostLevelOf } from './levels.ts'

/** Feeds that fail, or that declare their own fetch times, keep their schedule. */
export async function scheduleBoosted(storage: Storage, now: number): Promise<void> {
  const { db, kind } = storage
  const byMinutes = Map.groupBy(
    await boostedFeeds(storage, now),
    ({ people }) => boostLevelOf(people).minutes,
  )
  for (const [minutes, feeds] of byMinutes) {
    const ids = feeds.map(({ feedId }) => feedId)
    const wait = minutes * 60_000
    await db
      .updateTable('feeds')
      .set((row) => ({ nextFetchAt: row('checkedAt', '+', wait) as never }))
      .where('id', 'in', idList(kind, ids))
      .where('failures', '=', 0)
      .where('gone', '=', 0)
      .where('quietTimes', 'is', null)
      .where((is) => is.or([is('ttlMinutes', 'is', null), is('ttlMinutes', '<=', minutes)]))
      .where((is) => is.or([is('waitUntil', 'is', null), is('waitUntil', '<=', now)]))
      .where((is) => is('nextFetchAt', '>', is('checkedAt', '+', wait)))
      .execute()
  }
}
