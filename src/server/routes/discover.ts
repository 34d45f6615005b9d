import type { Output } from '../../contract/calls.ts'
import { isFeedScheme } from '../../contract/feed-schemes.ts'
import { isAddressWithoutScheme } from '../../contract/typed-address.ts'
import { searchCatalogue } from '../discover/catalogue.ts'
import { findFeed } from '../feeds/store/find-feed.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { newestEntries, contentsOf } from '../storage/entries/entries.ts'
import { feedStatistics } from '../storage/feeds/feed-statistics.ts'
import { searchFeeds, visibleFeedById } from '../storage/feeds/feeds-read.ts'
import { listStatistics, searchLists } from '../storage/lists/lists.ts'
import type { FeedRow } from '../storage/schema.ts'
import { showsFeeds } from './lists.ts'
import { toEntry } from './wire-entry.ts'
import { toAnalytics, toFeeds } from './wire-feed.ts'
import { toLists } from './wire-list.ts'

type SearchResult = Output<'discover.search'>['data'][number]

const RESULTS = 30
/** Sample entries shown with a result. */
const TASTE = 3

/** Search for feeds by address or keyword, and for lists by keyword or id. */
export const discoverRoutes = {
  'discover.search': async (context, { keyword, target }) => {
    const keywords = keyword.trim()
    if (target === 'lists') return { data: await lists(context, keywords) }
    const behind = looksLikeAddress(keywords) ? await behindAddress(context, keywords) : null
    return { data: behind ?? (await amongStored(context, keywords)) }
  },
} satisfies Routes

/** The feeds of a list with a fee are visible only to its followers and its owner. */
async function lists({ user, storage }: RequestContext, keywords: string): Promise<SearchResult[]> {
  const rows = await searchLists(storage, keywords, RESULTS)
  const wire = await toLists(storage, rows, await showsFeeds(storage, user.id))
  const statistics = await listStatistics(storage, [...wire.keys()])
  return rows.flatMap(({ id }) => {
    const list = wire.get(id)
    return list ? [{ list, subscriptionCount: statistics.get(id)?.subscriptionCount ?? 0 }] : []
  })
}

/** With a scheme it is an address; a bare name with a dot may also be a keyword. */
const looksLikeAddress = (keywords: string): boolean =>
  hasScheme(keywords) || isAddressWithoutScheme(keywords)
/** Without a path, a port or the numbers of an IP address. */
const isBareName = (keywords: string): boolean => /^[^:/?#]*\p{L}$/u.test(keywords)
const hasScheme = (keywords: string): boolean => {
  const scheme = /^([a-z][a-z\d+.-]*):\S+$/i.exec(keywords)?.[1]
  return scheme !== undefined && (/^(https?|feed|lectern)$/i.test(scheme) || isFeedScheme(scheme))
}

/** @returns null when a bare name leads to no feed, so that it is searched as a keyword */
async function behindAddress(context: RequestContext, address: string): Promise<SearchResult[] | null> {
  try {
    const results = await context.feeds.discover(address, context.user.id)
    const rows = await Promise.all(results.map(({ url }) => existingFeed(context, url)))
    const existing = new Map(
      (
        await enriched(
          context,
          rows.filter((row) => row !== undefined),
        )
      ).map((one) => [one.feed?.id, one]),
    )
    return results.map(
      ({ url, title }, at) => existing.get(rows[at]?.id ?? '') ?? { feed: { type: 'feed', url, title } },
    )
  } catch (error) {
    if (error instanceof Refusal && isBareName(address)) return null
    throw error
  }
}

async function existingFeed({ user, storage }: RequestContext, url: string): Promise<FeedRow | undefined> {
  const row = await findFeed(storage.db, url)
  return row ? visibleFeedById(storage, user.id, row.id) : undefined
}

/** Stored feeds first, then further ones of the catalogue. */
async function amongStored(context: RequestContext, keywords: string): Promise<SearchResult[]> {
  const stored = await enriched(
    context,
    await searchFeeds(context.storage, context.user.id, keywords, RESULTS),
  )
  const existing = new Set(stored.map(({ feed }) => feed?.url))
  const more = searchCatalogue(keywords).filter(({ url }) => !existing.has(url))
  const named = more.map(({ url, title, description, siteUrl }): SearchResult => ({
    feed: { type: 'feed', url, title, description, siteUrl },
  }))
  return [...stored, ...named].slice(0, RESULTS)
}

/** Feeds with their statistics and newest entries. */
async function enriched({ storage, now }: RequestContext, rows: readonly FeedRow[]): Promise<SearchResult[]> {
  const feeds = await toFeeds(storage, rows)
  const statistics = await feedStatistics(storage, [...feeds.keys()], now())
  return Promise.all(
    rows.map(async ({ id }) => {
      const own = statistics.get(id)
      return {
        feed: feeds.get(id),
        entries: await taste(storage, id),
        ...(own
          ? {
              updatesPerWeek: own.updatesPerWeek,
              subscriptionCount: own.subscriptionCount,
              analytics: toAnalytics(own),
            }
          : {}),
      }
    }),
  )
}

async function taste(storage: RequestContext['storage'], feedId: string) {
  const rows = await newestEntries(storage, feedId, TASTE)
  const contents = await contentsOf(
    storage,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...toEntry(row), content: contents.get(row.id) ?? null, feedId }))
}
