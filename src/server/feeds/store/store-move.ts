/** Stores a permanent move without new entries. */
import type { Storage } from '../../storage/open.ts'
import type { FeedRow } from '../../storage/schema.ts'
import { finish, type Finished } from './finish.ts'
import { moveFeed } from './move-feed.ts'

export function storeMove(
  { db, kind }: Storage,
  feed: FeedRow,
  url: string,
  finished: Finished,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const home = /^https?:/.test(feed.url) && url !== feed.url ? await moveFeed(trx, feed, url) : feed
    const joined = home.id !== feed.id
    const { checkedAt = feed.checkedAt } = finished.state
    await finish({ db: trx, kind }, [joined ? { ...finished, state: { checkedAt } } : finished])
  })
}
