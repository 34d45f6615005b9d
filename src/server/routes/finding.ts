import type { Output } from '../../contract/calls.ts'
import { fromCatalogue } from '../discover/catalogue.ts'
import { recommend } from '../discover/recommend.ts'
import { trendingFeeds } from '../discover/trending.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { feedStatistics } from '../storage/feeds/feed-statistics.ts'
import { feedIdsByUrl, feedsById, visibleFeedIds } from '../storage/feeds/feeds-read.ts'
import { toAnalytics, toFeeds } from './wire-feed.ts'

const TRENDING = 20

/** Discovery of feeds without their address. */
export const findingRoutes = {
  'trending.feeds': async (context, { view, language, limit = TRENDING, range = '3d' }) => {
    const ranked = await trendingFeeds(context, { view, language, limit, range })
    const feeds = await toFeeds(
      context.storage,
      ranked.map(({ feed }) => feed),
    )
    const data = ranked.flatMap(({ feed: { id }, figures: statistics }) => {
      const feed = feeds.get(id)
      return feed ? [{ feedId: id, view: statistics.view, feed, analytics: toAnalytics(statistics) }] : []
    })
    return { data }
  },

  'discover.catalogue': async ({ storage, user, now }, filter) => {
    const chosen = fromCatalogue(filter)
    const existing = await feedIdsByUrl(
      storage,
      chosen.map(({ url }) => url),
    )
    const seen = await visibleFeedIds(storage, user.id, [...existing.values()])
    const feeds = await toFeeds(storage, (await feedsById(storage, seen)).values())
    const statistics = await feedStatistics(storage, seen, now())
    const data = chosen.map((one) => {
      const id = existing.get(one.url) ?? ''
      const [feed, own] = [feeds.get(id), statistics.get(id)]
      return {
        ...one,
        categories: [...one.categories],
        ...(feed ? { feed } : {}),
        ...(own ? { analytics: toAnalytics(own) } : {}),
      }
    })
    return { data }
  },

  'discover.recommendations': async (context, filter) => ({
    data: await recommended(context, filter),
  }),
} satisfies Routes

async function recommended(
  { storage, user, now }: RequestContext,
  { limit = TRENDING, view }: { limit?: number; view?: number },
): Promise<Output<'discover.recommendations'>['data']> {
  const all = await recommend(storage, user.id)
  const ids = await visibleFeedIds(
    storage,
    user.id,
    all.slice(0, limit * 5).map(({ feedId }) => feedId),
  )
  const statistics = await feedStatistics(storage, ids, now())
  const feeds = await toFeeds(storage, (await feedsById(storage, ids)).values())
  const data = all.flatMap(({ feedId, alike }) => {
    const [feed, own] = [feeds.get(feedId), statistics.get(feedId)]
    if (!feed || !own || (view !== undefined && own.view !== view)) return []
    return [{ feedId, view: own.view, feed, analytics: toAnalytics(own), alike }]
  })
  return data.slice(0, limit)
}
