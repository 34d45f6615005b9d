/** What is followed and read most at the moment on this server. */
import type { Services } from '../http/routes.ts'
import { heatOf, type Heat } from '../storage/discover.ts'
import { feedStatistics, type FeedStatistics } from '../storage/feed-statistics.ts'
import { feedsById } from '../storage/feeds-read.ts'
import type { FeedRow } from '../storage/schema.ts'

const DAY_MS = 86_400_000
const DAYS = { '1d': 1, '3d': 3, '7d': 7, '30d': 30 } as const
/** How long counts are good enough. */
const KEPT_MS = 5 * 60_000
/** A new follower says more than a reader. */
const FOLLOWER = 3

export type Range = keyof typeof DAYS
export type TrendingQuery = {
  readonly view?: number
  readonly language?: 'eng' | 'cmn'
  readonly range: Range
  readonly limit: number
}
export type Ranked = { readonly feed: FeedRow; readonly figures: FeedStatistics }

type Counted = { readonly at: number; readonly heat: Promise<readonly Heat[]> }
const counted = new WeakMap<object, Map<Range, Counted>>()

/** The hottest first. Feeds that people keep to themselves are never among them. */
export async function trendingFeeds(
  services: Pick<Services, 'storage' | 'now'>,
  { view, language, range, limit }: TrendingQuery,
): Promise<Ranked[]> {
  const { storage, now } = services
  const heat = (await heatWithin(services, range)).filter((one) => speaks(one.language, language))
  const ranked = heat.toSorted((a, b) => scoreOf(b) - scoreOf(a) || (a.feedId < b.feedId ? 1 : -1))
  const found: Ranked[] = []
  // The view is that of most followers, which only the figures know: looked up for as many as it takes.
  for (let at = 0; at < ranked.length && found.length < limit; at += 100) {
    const ids = ranked.slice(at, at + 100).map(({ feedId }) => feedId)
    const [feeds, figures] = [await feedsById(storage, ids), await feedStatistics(storage, ids, now())]
    for (const id of ids) {
      const [feed, own] = [feeds.get(id), figures.get(id)]
      if (feed && own && (view === undefined || own.view === view)) found.push({ feed, figures: own })
    }
  }
  return found.slice(0, limit)
}

const scoreOf = ({ followers, readers }: Heat): number => FOLLOWER * followers + readers

function speaks(tongue: string | null, wished: TrendingQuery['language']): boolean {
  if (wished === undefined) return true
  return (tongue ?? '').toLowerCase().startsWith(wished === 'cmn' ? 'zh' : 'en')
}

function heatWithin(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  range: Range,
): Promise<readonly Heat[]> {
  const ranges = counted.get(storage.db) ?? new Map<Range, Counted>()
  counted.set(storage.db, ranges)
  const before = ranges.get(range)
  if (before && now() - before.at < KEPT_MS) return before.heat
  const heat = heatOf(storage, now() - DAYS[range] * DAY_MS)
  ranges.set(range, { at: now(), heat })
  // A failed count must not be kept.
  heat.catch(() => ranges.delete(range))
  return heat
}
