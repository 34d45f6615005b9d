/** The parts of a response, one per query parameter. Times are seconds, booleans 0 or 1. */
import { feedsWithin } from '../../access/limit.ts'
import { requestIcons } from '../../icons/icons.ts'
import { iconsOf } from '../../storage/feeds/feed-icons.ts'
import { streamPage, streamSize, type StreamBounds } from '../../storage/timeline/streams.ts'
import type { TimelineScope } from '../../storage/timeline/timeline.ts'
import { itemsOf, type Item } from '../shared/items.ts'
import { feedIdsIn, followedBy, scopeOfFeeds } from '../shared/library.ts'
import { storyScope } from '../shared/stories.ts'
import { feedNumbers, numberedLibrary, type NumberedLibrary } from './numbers.ts'
import type { Services } from '../../http/routes.ts'
import type { Contract } from '../shared/contract.ts'
import type { ApiUser } from '../shared/password.ts'

/** An authenticated request. */
export type Reading = {
  readonly services: Services
  readonly contract: Contract
  readonly account: ApiUser
  readonly values: URLSearchParams
}
export type Part = Readonly<Record<string, unknown>>

/** Page size of the protocol. */
const PAGE = 50
const ALL = 10_000_000
/** Ids have 18 digits until the year 2031; a shorter number is padded to sort before them. */
const DIGITS = 18

/** The time of the latest fetch; part of every response. */
export async function lastRefresh({ services, account }: Reading): Promise<Part> {
  const followed = await followedBy(services.storage, account.user)
  const times = followed.map(({ feed }) => feed.checkedAt ?? 0)
  return { last_refreshed_on_time: seconds(Math.max(0, ...times)) }
}

export async function groups({ services, account }: Reading): Promise<Part> {
  const library = await numberedLibrary(services.storage, account.user)
  const results = library.folders.map(({ name, number }) => ({ id: number, title: name }))
  return { groups: results, feeds_groups: feedsGroups(library) }
}

export async function feeds({ services, account }: Reading): Promise<Part> {
  const library = await numberedLibrary(services.storage, account.user)
  // Some clients request icons only when a feed names one, so fetching starts here.
  const icons = await requestIcons(
    services,
    library.feeds.map(({ feed }) => feed),
  )
  const results = library.feeds.map(({ feed, title, number }) => ({
    id: number,
    // An icon has the number of its feed; 0 means none.
    favicon_id: icons.get(feed.id)?.type ? number : 0,
    title,
    url: feed.url,
    site_url: feed.siteUrl ?? '',
    is_spark: 0,
    last_updated_on_time: seconds(feed.checkedAt ?? 0),
  }))
  return { feeds: results, feeds_groups: feedsGroups(library) }
}

const feedsGroups = ({ feeds: all, folders }: NumberedLibrary) =>
  folders.map(({ name, number }) => ({
    group_id: number,
    feed_ids: all.flatMap((one) => (one.labels.includes(name) ? [one.number] : [])).join(','),
  }))

/** The stored icons; missing ones are fetched for the next request (icons/). */
export async function favicons({ services, account }: Reading): Promise<Part> {
  const library = await numberedLibrary(services.storage, account.user)
  const numbers = new Map(library.feeds.map(({ feed, number }) => [feed.id, number]))
  await requestIcons(
    services,
    library.feeds.map(({ feed }) => feed),
  )
  const results = (await iconsOf(services.storage, [...numbers.keys()])).map(({ feedId, type, bytes }) => ({
    id: numbers.get(feedId) ?? 0,
    data: `${type};base64,${Buffer.from(bytes).toString('base64')}`,
  }))
  return { favicons: results.toSorted((a, b) => a.id - b.id) }
}
export const links = async (): Promise<Part> => ({ links: [] })

/** By `with_ids`, else the fifty after `since_id`, else the fifty before `max_id` (0: the newest). */
export async function items(reading: Reading): Promise<Part> {
  const { services, account, values } = reading
  const { storage } = services
  const { scope, once } = await subscribed(reading)
  const ids = values.get('with_ids')
    ? numerals(values.get('with_ids')).slice(0, PAGE)
    : await pageOf(reading, scope, once)
  const results = await itemsOf(services, account.user, ids)
  const numbers = await feedNumbers(
    storage,
    account.user.id,
    results.map(({ entry }) => entry.feedId),
  )
  return {
    total_items: await streamSize(storage, scope, once),
    items: results.map((item) => toItem(item, numbers.get(item.entry.feedId) ?? 0)),
  }
}

async function pageOf(
  { services, values }: Reading,
  scope: TimelineScope,
  once: StreamBounds,
): Promise<string[]> {
  const [since] = numerals(values.get('since_id'))
  const [max] = numerals(values.get('max_id'))
  const forward = since !== undefined
  const bounds: StreamBounds = forward
    ? { above: since.padStart(DIGITS, '0') }
    : max !== undefined && BigInt(max) > 0n
      ? { below: max.padStart(DIGITS, '0') }
      : {}
  // A client that sends neither starts with the oldest, as with since_id=0.
  const order = forward || max === undefined ? 'oldest' : 'newest'
  const entries = await streamPage(services.storage, scope, { ...once, ...bounds }, { order, limit: PAGE })
  return entries.map(({ id }) => id)
}

const toItem = ({ entry, html }: Item, feedNumber: number) => ({
  id: entry.id,
  feed_id: feedNumber,
  title: entry.title ?? '',
  author: entry.author ?? '',
  html,
  url: entry.url ?? '',
  is_saved: entry.starredAt === null ? 0 : 1,
  is_read: entry.readAt === null ? 0 : 1,
  created_on_time: seconds(entry.publishedAt),
})

export async function unreadItemIds(reading: Reading): Promise<Part> {
  const { scope, once } = await subscribed(reading)
  return { unread_item_ids: await idsOf(reading, scope, { ...once, read: false }) }
}

export async function savedItemIds(reading: Reading): Promise<Part> {
  const { services, account } = reading
  const within = await feedsWithin(services.storage, account.user)
  const scope: TimelineScope = {
    kind: 'starred',
    userId: account.user.id,
    ...(within && { feedIds: [...within.keys()] }),
  }
  return { saved_item_ids: await idsOf(reading, scope, {}) }
}

async function idsOf({ services }: Reading, scope: TimelineScope, bounds: StreamBounds): Promise<string> {
  const entries = await streamPage(services.storage, scope, bounds, { order: 'oldest', limit: ALL })
  return entries.map(({ id }) => id).join(',')
}

/** All entries of a user's feeds, each story once. */
async function subscribed({
  services: { storage },
  account: { user },
}: Reading): Promise<{ readonly scope: TimelineScope; readonly once: StreamBounds }> {
  const followed = await followedBy(storage, user)
  return {
    scope: scopeOfFeeds(user.id, feedIdsIn(followed, null)),
    once: { onceAmong: (await storyScope(storage, user, followed))?.feedIds },
  }
}

/** The numbers of a comma-separated list; invalid ones are dropped. */
const numerals = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^\d{1,19}$/.test(one))

const seconds = (ms: number): number => Math.floor(ms / 1000)
