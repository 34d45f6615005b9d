import { messageFor } from '../claims/challenge.ts'
import { claimFeed } from '../claims/claim.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { feedStatistics } from '../storage/feeds/feed-statistics.ts'
import { feedsOwnedBy, visibleFeedById } from '../storage/feeds/feeds-read.ts'
import type { FeedRow } from '../storage/schema.ts'
import { toFeeds } from './wire-feed.ts'

/** Claims: proving the ownership of a feed. */
export const claimsRoutes = {
  'feeds.claimMessage': async (context, { feedId }) => {
    await claimable(context, feedId)
    return { data: messageFor({ feedId, userId: context.user.id }) }
  },
  'feeds.claimChallenge': async (context, { feedId }) => {
    await claimFeed(context, await claimable(context, feedId))
  },
  'feeds.claimList': async ({ user, storage, now, feedFields }) => {
    const rows = await feedsOwnedBy(storage, user.id)
    const ids = rows.map(({ id }) => id)
    const [feeds, statistics] = [await toFeeds(storage, rows), await feedStatistics(storage, ids, now())]
    const tips = await feedFields.read('tipAmount', ids)
    const data = ids.flatMap((id) => {
      const feed = feeds.get(id)
      const tipAmount = tips.get(id) ?? 0
      return feed ? [{ feed, subscriptionCount: statistics.get(id)?.subscriptionCount ?? 0, tipAmount }] : []
    })
    return { data }
  },
} satisfies Routes

/** Inboxes are feeds too, but cannot be claimed. */
async function claimable({ storage, user }: RequestContext, feedId: string): Promise<FeedRow> {
  const feed = await visibleFeedById(storage, user.id, feedId)
  if (!feed || feed.inboxUserId !== null) throw new Refusal('feedNotFound')
  return feed
}
