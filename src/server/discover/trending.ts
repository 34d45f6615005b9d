/** Feeds that are followed and read most on this server at present. */
import type { Services } from '../http/routes.ts'
import { heatOf, type Heat } from '../storage/feeds/discover.ts'
import { feedStatistics, type FeedStatistics } from '../storage/feeds/feed-statistics.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import type { FeedRow } from '../storage/schema.ts'

const DAY_MS = 86_400_000
const DAYS = { '1d': 1, '3d': 3, '7d': 7, '30d': 30 } as const
/** How long counts are cached. */
const CACHE_MS = 5 * 60_000
/** Weight of a new subscriber relative to a reader. */
const FOLLOWER_WEIGHT = 3

type Range = keyof typeof DAYS
export type TrendingQuery = {
  readonly view?: number
  readonly language?: 'eng' | 'cmn'
  readonly range: Range
  readonly limit: number
}
export type Ranked = { readonly feed: FeedRow; readonly figures: FeedStatistics }

type CachedHeat = { readonly at: number; readonly heat: Promise<readonly Heat[]> }
const cache = new WeakMap<object, Map<Range, CachedHeat>>()

/** Highest score first. Private subscriptions are not counted. */
export async function trendingFeeds(
  services: Pick<Services, 'storage' | 'now'>,
  { view, language, range, limit }: TrendingQuery,
): Promise<Ranked[]> {
  const { storage, now } = services
  const heat = (await heatWithin(services, range)).filter((one) => matchesLanguage(one.language, language))
  const ranked = heat.toSorted((a, b) => scoreOf(b) - scoreOf(a) || (a.feedId < b.feedId ? 1 : -1))
  const result: Ranked[] = []
  // The view is that of most subscribers, which only the statistics contain: load them in batches until there are enough.
  for (let at = 0; at < ranked.length && result.length < limit; at += 100) {
    const ids = ranked.slice(at, at + 100).map(({ feedId }) => feedId)
    const [feeds, figures] = [await feedsById(storage, ids), await feedStatistics(storage, ids, now())]
    for (const id of ids) {
      const [feed, statistics] = [feeds.get(id), figures.get(id)]
      if (feed && statistics && (view === undefined || statistics.view === view))
        result.push({ feed, figures: statistics })
    }
  }
  return result.slice(0, limit)
}

const scoreOf = ({ followers, readers }: Heat): number => FOLLOWER_WEIGHT * followers + readers

function matchesLanguage(tag: string | null, requested: TrendingQuery['language']): boolean {
  if (requested === undefined) return true
  return (tag ?? '').toLowerCase().startsWith(requested === 'cmn' ? 'zh' : 'en')
}

function heatWithin(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  range: Range,
): Promise<readonly Heat[]> {
  const ranges = cache.get(storage.db) ?? new Map<Range, CachedHeat>()
  cache.set(storage.db, ranges)
  const cached = ranges.get(range)
  if (cached && now() - cached.at < CACHE_MS) return cached.heat
  const heat = heatOf(storage, now() - DAYS[range] * DAY_MS)
  ranges.set(range, { at: now(), heat })
  // A failed count must not stay cached.
  heat.catch(() => ranges.delete(range))
  return heat
}
