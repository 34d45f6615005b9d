import type { Output } from '../../contract/calls.ts'
import { withTippers } from '../feeds/feed-fields.ts'
import { readAddress } from '../feeds/fetch/source.ts'
import { findFeed } from '../feeds/store/find-feed.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Caller, Routes } from '../http/routes.ts'
import { newestEntries, clearFeed } from '../storage/entries/entries.ts'
import { countReadsOf, feedStatistics } from '../storage/feeds/feed-statistics.ts'
import {
  feedIdsByUrl,
  feedsById,
  lastFetches,
  visibleFeedById,
  visibleFeedIds,
} from '../storage/feeds/feeds-read.ts'
import { readersOfFeeds } from '../storage/processes/notices.ts'
import type { Storage } from '../storage/open.ts'
import type { FeedFetchRow, FeedRow } from '../storage/schema.ts'
import { subscriptionOf } from '../storage/lists/subscriptions.ts'
import { fromDraft, toDraft } from './wire-entry.ts'
import { iso, isoOrNull, nextFetchOf, toAnalytics, toFeeds, toSubscriptionCore } from './wire-feed.ts'

/** Share pages show eight. */
const ENTRIES = 8

/** Previewing and managing feeds. */
export const feedsRoutes = {
  'feeds.get': async (context, { id, url, entriesLimit = ENTRIES }) => {
    if (id === undefined && url === undefined) throw new Refusal('feedIdOrUrlRequired')
    const userId = context.user?.id ?? null
    const stored =
      id === undefined
        ? await feedOfAddress(context, url ?? '')
        : await visibleFeedById(context.storage, userId, id)
    if (stored) return { data: await described(context, stored, entriesLimit) }
    if (url === undefined) throw new Refusal('feedNotFound')
    return { data: await fetchPreview(context, url, entriesLimit) }
  },

  'feeds.refresh': async ({ user, feeds }, { id }) => {
    if (!user.admin) throw new Refusal('onlyAdminsRefresh')
    refuseFailed(await feeds.refresh(id))
  },

  'feeds.check': async ({ user, storage, feeds }, { ids }) => {
    const followed = await readersOfFeeds(storage, [user.id], ids)
    const checks = await feeds.check(
      user.id,
      followed.map(({ feedId }) => feedId),
    )
    return {
      data: {
        feeds: checks.map(({ checkedAt, nextFetchAt, ...check }) => ({
          ...check,
          checkedAt: isoOrNull(checkedAt),
          nextFetchAt: isoOrNull(nextFetchAt),
        })),
      },
    }
  },

  'feeds.reset': async ({ user, storage, feeds, now }, { id }) => {
    const feed = await feedOrRefusal(storage, user, id)
    if (!user.admin && feed.ownerUserId !== user.id) throw new Refusal('noPermission')
    await clearFeed(storage, id, now())
    refuseFailed(await feeds.refresh(id))
  },

  'feeds.analytics': async ({ user, storage, now }, { id: ids }) => {
    const visible = await visibleFeedIds(storage, user.id, ids)
    const [statistics, feeds] = [
      await feedStatistics(storage, visible, now()),
      await feedsById(storage, visible),
    ]
    const entries = [...statistics].map(([id, one]) => {
      const feed = feeds.get(id)
      const nextFetchAt = feed ? nextFetchOf(feed) : null
      return [id, { ...toAnalytics(one), nextFetchAt }] as const
    })
    return { data: { analytics: Object.fromEntries(entries) } }
  },

  'feeds.known': async ({ user, storage, now }, { urls }) => {
    const idsByUrl = await feedIdsByUrl(storage, urls)
    const visible = await visibleFeedIds(storage, user.id, [...idsByUrl.values()])
    const feeds = await toFeeds(storage, (await feedsById(storage, visible)).values())
    const statistics = await feedStatistics(storage, visible, now())
    const data = urls.flatMap((url) => {
      const id = idsByUrl.get(url) ?? ''
      const feed = feeds.get(id)
      const own = statistics.get(id)
      return feed ? [{ url, feed, ...(own && { analytics: toAnalytics(own) }) }] : []
    })
    return { data }
  },

  'feeds.fetches': async ({ user, storage }, { id }) => {
    const feed = await feedOrRefusal(storage, user, id)
    const rows = await lastFetches(storage, [feed])
    return {
      data: { fetches: rows.map(toFetchRecord), nextFetchAt: nextFetchOf(feed) },
    }
  },
} satisfies Routes

async function described(
  { user, storage, now, feedFields }: RequestContext<Caller | null>,
  row: FeedRow,
  entriesLimit: number,
): Promise<Output<'feeds.get'>['data']> {
  const feed = (await withTippers(feedFields, await toFeeds(storage, [row]))).get(row.id)
  if (!feed) throw new Refusal('feedNotFound')
  const statistics = (await feedStatistics(storage, [row.id], now())).get(row.id)
  const subscription = user ? await subscriptionOf(storage, user.id, row.id) : undefined
  return {
    feed,
    entries: entriesLimit === 0 ? [] : (await newestEntries(storage, row.id, entriesLimit)).map(toDraft),
    subscriptionCount: statistics?.subscriptionCount ?? 0,
    readCount: await countReadsOf(storage, row.id),
    ...(statistics ? { analytics: toAnalytics(statistics) } : {}),
    ...(subscription ? { subscription: toSubscriptionCore(subscription) } : {}),
  }
}

/** The stored feed of an address, if this user may know that it is stored. */
async function feedOfAddress(
  { user, storage }: RequestContext<Caller | null>,
  url: string,
): Promise<FeedRow | undefined> {
  const read = readAddress(url)
  // With a name and a password it is another feed than the public one.
  if (read?.credentials) return undefined
  const row = await findFeed(storage.db, read?.address ?? url)
  return row ? visibleFeedById(storage, user?.id ?? null, row.id) : undefined
}

/** An unknown address is fetched for signed-in users only: others must not trigger fetches. */
async function fetchPreview(
  { user, feeds, now }: RequestContext<Caller | null>,
  url: string,
  limit: number,
): Promise<Output<'feeds.get'>['data']> {
  if (!user) throw new Refusal('unauthorized')
  const { feed, entries } = await feeds.preview(url, user.id)
  const { url: address, title, description, image, siteUrl } = feed
  return {
    feed: { type: 'feed', url: address, title, description, image, siteUrl },
    entries: entries.slice(0, limit).map((draft) => fromDraft(draft, now())),
    subscriptionCount: 0,
    readCount: 0,
  }
}

async function feedOrRefusal(storage: Storage, user: Caller, id: string): Promise<FeedRow> {
  const feed = await visibleFeedById(storage, user.id, id)
  if (!feed) throw new Refusal('feedNotFound')
  return feed
}

const toFetchRecord = ({ at, status, outcome, message, newEntries, bytes, milliseconds }: FeedFetchRow) => ({
  at: iso(at),
  status,
  outcome,
  message,
  newEntries,
  bytes,
  milliseconds,
})

/** Fetches on behalf of a waiting user and reports the error. */
function refuseFailed({ outcome, status, message }: FeedFetchRow): void {
  if (outcome !== 'failed') return
  const arrived = status !== null && status < 400
  throw new Refusal(arrived ? 'feedParseError' : 'feedFetchError', message ?? undefined)
}
