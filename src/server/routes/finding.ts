import type { Output } from '../../contract/calls.ts'
import { fromCatalogue } from '../discover/catalogue.ts'
import { recommend } from '../discover/recommend.ts'
import { trendingFeeds } from '../discover/trending.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { routesOf } from '../rsshub/catalogue.ts'
import type { Namespaces } from '../rsshub/routes-in.ts'
import { matchRoute, segmentsOf } from '../rsshub/match.ts'
import { baseOf } from '../rsshub/source.ts'
import { rsshubFeeds } from '../storage/feeds/discover.ts'
import { feedStatistics } from '../storage/feeds/feed-statistics.ts'
import { feedIdsByUrl, feedsById, visibleFeedIds } from '../storage/feeds/feeds-read.ts'
import { toAnalytics, toFeeds } from './wire-feed.ts'

const TRENDING = 20
const TOP_FEEDS = 5
/** Client-facts 1, 12: clients read this field without checking that it exists. */
const TRANSFORM = '/transform/html/:url/:routeParams'

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
    return { code: 0, data }
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
    return { code: 0, data }
  },

  'discover.recommendations': async (context, filter) => ({
    code: 0,
    data: await recommended(context, filter),
  }),

  'discover.rsshub': async (context, { namespace, category, categories, lang }) => {
    const all = await namespacesFor(context)
    if (namespace !== undefined) return named(all, namespace)
    const categoriesWanted = [category, categories]
      .flatMap((list) => list?.split(',') ?? [])
      .filter((one) => one !== 'all')
    return Object.keys(all).length === 0 ? {} : { data: filtered(all, categoriesWanted, lang) }
  },

  'discover.rsshubRoute': async (context, { route }) => {
    const all = await namespacesFor(context)
    const matched = matchRoute(all, route)
    const namespace = matched?.namespace ?? segmentsOf(route)[0] ?? ''
    const entry = Object.hasOwn(all, namespace) ? all[namespace] : undefined
    if (!entry) throw new Refusal('rsshubRouteNotFound')
    const { name, description, url } = entry
    return {
      data: { name, description, url, prefix: namespace, ...(matched ? { route: matched.route } : {}) },
    }
  },

  'discover.rsshubAnalytics': async (context, { lang }) => ({ data: await heat(context, lang) }),
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

/** Empty without an RSSHub instance. */
async function namespacesFor(context: RequestContext): Promise<Namespaces> {
  const base = await baseOf(context, '', context.user.id)
  return base ? routesOf(context, base) : {}
}

/** Clients do not check `data`, so an incomplete namespace is omitted. */
function named(all: Namespaces, namespace: string): Output<'discover.rsshub'> {
  const entry = Object.hasOwn(all, namespace) ? all[namespace] : undefined
  if (!entry || Object.keys(entry.routes).length === 0) return {}
  if (namespace === 'rsshub' && !entry.routes[TRANSFORM]) return {}
  return { data: { [namespace]: entry } }
}

function filtered(all: Namespaces, categories: readonly string[], lang: string | undefined): Namespaces {
  const pairs = Object.entries(all).flatMap(([id, namespace]): [string, Namespaces[string]][] => {
    if (lang !== undefined && lang !== 'all' && !namespace.lang.startsWith(lang)) return []
    const routes = Object.entries(namespace.routes).filter(([, route]) =>
      categories.every((one) => route.categories.includes(one)),
    )
    return routes.length > 0 ? [[id, { ...namespace, routes: Object.fromEntries(routes) }]] : []
  })
  return Object.fromEntries(pairs)
}

/** Number and list of followed feeds per route. Keys are a slash, the namespace and the route's path. */
async function heat(
  context: RequestContext,
  lang: string | undefined,
): Promise<Output<'discover.rsshubAnalytics'>['data']> {
  const all = await namespacesFor(context)
  const rows = await rsshubFeeds(context.storage)
  const feeds = await toFeeds(context.storage, rows)
  const routes: Output<'discover.rsshubAnalytics'>['data'] = {}
  for (const { id, url, count } of rows) {
    const matched = matchRoute(all, url)
    const feed = feeds.get(id)
    if (!matched || !feed || !speaks(all[matched.namespace]?.lang ?? '', lang)) continue
    const key = `/${matched.namespace}${matched.path}`
    const one = (routes[key] ??= { subscriptionCount: 0, topFeeds: [] })
    one.subscriptionCount += count
    if (one.topFeeds.length < TOP_FEEDS) one.topFeeds.push(feed)
  }
  return routes
}

function speaks(tongue: string, lang: string | undefined): boolean {
  if (lang === undefined || lang === 'all') return true
  return tongue.startsWith(lang === 'eng' ? 'en' : lang === 'cmn' ? 'zh' : lang)
}
