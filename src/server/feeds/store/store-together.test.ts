import { afterEach, expect, test } from 'vitest'
import { noRulePlugins } from '../../actions/rule-plugins.ts'
import { seedFeed } from '../../../../tests/support/library.ts'
import { openTestStorage, testId } from '../../../../tests/support/storage.ts'
import { createLog } from '../../log.ts'
import type { Outbound } from '../../outbound/index.ts'
import { createParsing } from '../../parsing/parsing.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedRow } from '../../storage/schema.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import type { Pipeline } from '../pipeline.ts'
import type { Fetch } from './store-document.ts'
import { createStoring } from './store-together.ts'
import { selectFeeds } from '../../storage/feeds/feed-schedule.ts'
import { storedHtml } from '../../../../tests/support/stored-html.ts'

let storage: Storage
afterEach(() => storage.close())

const NOW = Date.UTC(2026, 10, 21)
const nothing = { title: null, description: null, language: null }
const nobody = { author: null, authorUrl: null, authorAvatar: null }
const empty = { categories: [], media: [], attachments: [], extra: null }
const unnamed = { etag: null, lastModified: null, links: null, contentType: null, freshMinutes: null }

const entry = (guid: string): ParsedEntry => ({
  ...nothing,
  ...nobody,
  ...empty,
  guid,
  url: null,
  content: storedHtml(`<p>${guid}</p>`),
  publishedAt: NOW,
})
const fetched = (feed: FeedRow, guids: readonly string[]): Fetch => ({
  feed,
  began: NOW,
  document: {
    ...unnamed,
    kind: 'document',
    status: 200,
    url: feed.url,
    movedTo: null,
    bytes: new Uint8Array(),
    bodyHash: 'x',
    wireBytes: 1,
  },
  read: {
    feed: { ...nothing, image: null, siteUrl: null, ttlMinutes: null },
    entries: guids.map(entry),
    quietTimes: null,
    offer: null,
  },
})

async function storing() {
  storage = await openTestStorage()
  const pipeline: Pipeline = {
    config: { PUBLIC_URL: '', FETCHER_URL: '', FETCH_ALLOW: [] },
    storage,
    log: createLog('silent'),
    outbound: {} as Outbound,
    parsing: createParsing(),
    secrets: { open: (secret) => secret, close: (secret) => secret },
    now: () => NOW,
    newId: testId,
    share: () => 0,
    rulePlugins: noRulePlugins,
  }
  return createStoring(pipeline)
}
const feed = async (): Promise<FeedRow> => {
  const id = await seedFeed(storage)
  return selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()
}
const storedGuids = async () =>
  (await storage.db.selectFrom('entries').select('guid').orderBy('guid').execute()).map(({ guid }) => guid)

test('documents that come together are all stored, each with its own row of history', async () => {
  const store = await storing()
  const feeds = await Promise.all(Array.from({ length: 11 }, feed))
  const rows = await Promise.all(feeds.map((one, at) => store(fetched(one, [`a${at}`, `b${at}`]))))
  expect(rows.map(({ feedId, newEntries }) => [feedId, newEntries])).toEqual(feeds.map(({ id }) => [id, 2]))
  expect(await storedGuids()).toHaveLength(22)
})

test('a document that cannot be stored fails alone', async () => {
  const store = await storing()
  const [one, other] = [await feed(), await feed()]
  const gone = { ...one, id: testId() }
  const done = await Promise.allSettled([
    store(fetched(one, ['a'])),
    store(fetched(gone, ['b'])),
    store(fetched(other, ['c'])),
  ])
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await storedGuids()).toEqual(['a', 'c'])
})
