/** Reads: the entry ids and the entries of a stream. */
import { labelsOfEntries } from '../../storage/entries/entry-labels.ts'
import {
  streamPage,
  streamSize,
  type StreamBounds,
  type StreamPlace,
} from '../../storage/timeline/streams.ts'
import { attachmentsOf, itemsOf, type Item } from '../shared/items.ts'
import { followedBy, type SubscribedFeeds } from '../shared/library.ts'
import { storyScope } from '../shared/stories.ts'
import { BadRequest, json, jsonText, plain } from './responses.ts'
import { longId, readId } from './ids.ts'
import type { Reading } from './reading.ts'
import { feedStream, itemRef, labelOf, queryOf, READ, READING_LIST, STARRED, type Query } from './stream.ts'

const PAGE = 20
const MOST_ITEMS = 1000
const MOST_IDS = 50_000

/** `stream/contents`: a page of a stream with contents. */
export async function streamContents(reading: Reading): Promise<Response> {
  const { stream, followed, places: positions, continuation } = await page(reading, MOST_ITEMS)
  const ids = positions.map(({ id }) => id)
  return json({
    direction: 'ltr',
    id: stream,
    title: followed.find(({ feed }) => feedStream(feed.id) === stream)?.title ?? 'Lectern',
    self: [{ href: '' }],
    updated: newestOf(positions, reading),
    items: await toItems(reading, followed, ids),
    ...continuation,
  })
}

/** `stream/items/ids`: the same page as ids alone. */
export async function streamIds(reading: Reading): Promise<Response> {
  const { places: positions, continuation } = await page(reading, MOST_IDS)
  const answer = { itemRefs: positions.map(itemRef), ...continuation }
  return reading.asFreshRss ? jsonText(answer) : json(answer)
}

/** `stream/items/contents`: entries by ids in any form, in the order requested. */
export async function itemsContents(reading: Reading): Promise<Response> {
  const requestedIds = reading.form.values.getAll('i')
  if (requestedIds.length === 0) throw new BadRequest('i is needed')
  if (requestedIds.length > MOST_ITEMS) throw new BadRequest(`At most ${MOST_ITEMS} items at once`)
  const followed = await followedBy(reading.services.storage, reading.account.user)
  return json({
    direction: 'ltr',
    id: READING_LIST,
    title: 'Lectern',
    self: [{ href: '' }],
    updated: seconds(reading.services.now()),
    items: await toItems(
      reading,
      followed,
      requestedIds.flatMap((text) => readId(text) ?? []),
    ),
  })
}

/** `stream/items/count`: number of entries in a stream. */
export async function streamCount(reading: Reading): Promise<Response> {
  const { storage } = reading.services
  const followed = await followedBy(storage, reading.account.user)
  const query = asQuery(reading, followed)
  if (!query) return plain('0')
  return plain(String(await streamSize(storage, query.scope, await onceIn(reading, query, followed))))
}

const streamOf = ({ form, rest }: Reading): string => rest || form.values.get('s') || READING_LIST

function asQuery(reading: Reading, followed: readonly SubscribedFeeds[]) {
  const { values } = reading.form
  const tags = (key: string) => values.getAll(key).filter(Boolean)
  return queryOf(reading.account.user, followed, {
    stream: streamOf(reading),
    include: tags('it'),
    exclude: tags('xt'),
  })
}

/** A story is listed once, but starred and labelled entries in each copy. */
async function onceIn(
  { services, account }: Reading,
  { scope }: NonNullable<Query>,
  followed: readonly SubscribedFeeds[],
): Promise<StreamBounds> {
  if (scope.kind !== 'followed') return {}
  return { onceAmong: (await storyScope(services.storage, account.user, followed))?.feedIds }
}

async function page(reading: Reading, most: number) {
  const { storage } = reading.services
  const { values } = reading.form
  const followed = await followedBy(storage, reading.account.user)
  const query = asQuery(reading, followed)
  const limit = Math.min(most, Math.max(1, number(values.get('n')) ?? PAGE))
  const order = values.get('r') === 'o' ? 'oldest' : 'newest'
  const bounds: StreamBounds = {
    ...query?.bounds,
    ...timesOf(values),
    ...after(values.get('c'), order),
    ...(query && (await onceIn(reading, query, followed))),
  }
  const rows = query ? await streamPage(storage, query.scope, bounds, { order, limit: limit + 1 }) : []
  const positions = rows.slice(0, limit)
  const last = positions.at(-1)
  return {
    stream: streamOf(reading),
    followed,
    places: positions,
    continuation: rows.length > limit && last ? { continuation: last.id } : {},
  }
}

/** `ot` and `nt` are seconds; some clients send finer units. */
function timesOf(values: URLSearchParams): StreamBounds {
  const from = milliseconds(values.get('ot'))
  const before = milliseconds(values.get('nt'))
  return { ...(from === null ? {} : { from }), ...(before === null ? {} : { before }) }
}

/** A time in seconds, milliseconds, microseconds or nanoseconds, recognised by its magnitude, in ms. */
export function milliseconds(text: string | null): number | null {
  const value = number(text)
  if (value === null || value === 0) return null
  if (value > 1e17) return Math.floor(value / 1e6)
  if (value > 1e14) return Math.floor(value / 1000)
  return value > 1e11 ? value : value * 1000
}

const number = (text: string | null): number | null => (/^\d{1,19}$/.test(text ?? '') ? Number(text) : null)

/** The continuation is the last id of the previous page. */
function after(continuation: string | null, order: 'newest' | 'oldest'): StreamBounds {
  if (!continuation) return {}
  if (!/^\d{1,19}$/.test(continuation)) throw new BadRequest('c is not a continuation of ours')
  return order === 'newest' ? { below: continuation } : { above: continuation }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

const newestOf = (positions: readonly StreamPlace[], { services }: Reading): number =>
  seconds(positions.length > 0 ? Math.max(...positions.map(({ insertedAt }) => insertedAt)) : services.now())

async function toItems(reading: Reading, followed: readonly SubscribedFeeds[], ids: readonly string[]) {
  const byFeed = new Map(followed.map((one) => [one.feed.id, one]))
  const { services, account } = reading
  const items = await itemsOf(services, account.user, ids)
  const labels = await labelsOfEntries(
    services.storage,
    account.user.id,
    items.map(({ entry }) => entry.id),
  )
  return items.map((item) => toItem(item, byFeed.get(item.entry.feedId), labels.get(item.entry.id) ?? []))
}

/** The fields that clients read, each verified in the source of a client. */
function toItem({ entry, html }: Item, followed: SubscribedFeeds | undefined, labels: readonly string[]) {
  const link = entry.url ?? ''
  const enclosure = attachmentsOf(entry).map(({ url, mime_type: type, size_in_bytes: length }) => ({
    href: url,
    ...(type ? { type } : {}),
    ...(length ? { length } : {}),
  }))
  return {
    id: longId(entry.id),
    crawlTimeMsec: String(entry.insertedAt),
    timestampUsec: `${entry.insertedAt}000`,
    published: seconds(entry.publishedAt),
    updated: seconds(entry.updatedAt),
    title: entry.title ?? '',
    canonical: [{ href: link }],
    alternate: [{ href: link, type: 'text/html' }],
    categories: [
      READING_LIST,
      ...[...new Set([...(followed?.labels ?? []), ...labels])].map(labelOf),
      ...(entry.readAt === null ? [] : [READ]),
      ...(entry.starredAt === null ? [] : [STARRED]),
    ],
    origin: {
      streamId: feedStream(entry.feedId),
      title: followed?.title ?? '',
      htmlUrl: followed?.feed.siteUrl ?? '',
      feedUrl: followed?.feed.url ?? '',
    },
    summary: { direction: 'ltr', content: html },
    author: entry.author ?? '',
    ...(enclosure.length > 0 ? { enclosure } : {}),
  }
}
