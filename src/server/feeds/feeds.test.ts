import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hubSchemes } from '../../../tests/support/hub-scheme.ts'
import { loopbackFeeds } from '../../../tests/support/loopback-feeds.ts'
import { kinds, openTestStorage, seedUser, testId } from '../../../tests/support/storage.ts'
import { lastFetches } from '../storage/feeds/feeds-read.ts'
import type { Storage } from '../storage/open.ts'
import type { FeedFetchRow } from '../storage/schema.ts'
import { samples, type Feeds } from './index.ts'
import { claimDue, selectFeeds } from '../storage/feeds/feed-schedule.ts'

const START = Date.UTC(2026, 10, 21, 12)
const HOUR = 3_600_000
type Item = { readonly guid?: string; readonly title: string; readonly link?: string; readonly text?: string }
const itemOf = ({ guid, title, link, text }: Item): string =>
  `<item>${guid ? `<guid isPermaLink="false">${guid}</guid>` : ''}<title>${title}</title>${link ? `<link>${link}</link>` : ''}<description>${text ?? 'Text'}</description></item>`
const rss = (items: readonly Item[], title = 'Feed'): string =>
  `<rss version="2.0"><channel><title>${title}</title><link>https://site.example/</link>${items.map(itemOf).join('')}</channel></rss>`

describe.each(kinds)('the feeds of a database on %s', (kind) => {
  let storage: Storage
  let feeds: Feeds
  let server: Server
  let base: string
  let now: number
  let answer: RequestListener
  let requests: { url: string; headers: IncomingMessage['headers'] }[]

  beforeEach(async () => {
    now = START
    requests = []
    storage = await openTestStorage(kind)
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      requests.push({ url: request.url ?? '', headers: request.headers })
      answer(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    feeds = open()
  })
  afterEach(async () => {
    await feeds.stop()
    server.closeAllConnections()
    server.close()
    await storage.close()
  })

  const open = (): Feeds =>
    loopbackFeeds(storage, () => now, {
      feedSchemes: hubSchemes(),
      limits: { time: 5000 },
      stopTimeout: 0,
    })
  const serves = (items: readonly Item[], headers: Record<string, string> = {}): void => {
    answer = (_, response) => void response.writeHead(200, headers).end(rss(items))
  }
  const entriesOf = (feedId: string) =>
    storage.db
      .selectFrom('entries')
      .selectAll()
      .where('feedId', '=', feedId)
      .orderBy('publishedAt', 'desc')
      .orderBy('id', 'desc')
      .execute()
  const feedOf = (id: string) => selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()
  const subscribe = async (feedId: string, userId?: string): Promise<string> => {
    const user = userId ?? (await seedUser(storage))
    const row = {
      id: testId(),
      userId: user,
      feedId,
      view: 0,
      category: null,
      title: null,
      isPrivate: 0,
      hideFromTimeline: 0,
      createdAt: now,
    } as const
    await storage.db.insertInto('subscriptions').values(row).execute()
    return user
  }

  test('following an address stores the feed and its entries once, in the order of the document', async () => {
    serves([
      { guid: 'b', title: 'Newer' },
      { guid: 'a', title: 'Older' },
    ])
    const [feed, again] = await Promise.all([feeds.follow(`${base}/feed`), feeds.follow(`${base}/feed`)])
    expect(again.id).toBe(feed.id)
    expect(feed).toMatchObject({
      title: 'Feed',
      siteUrl: 'https://site.example/',
      failures: 0,
      errorMessage: null,
    })
    expect((await entriesOf(feed.id)).map(({ title }) => title)).toEqual(['Newer', 'Older'])
    expect((await feeds.follow(`${base}/feed`)).id).toBe(feed.id)
  })

  test('response headers supply the language and the location that the feed omits', async () => {
    const headers = { 'content-language': 'sv', 'content-location': '/deep/feed.xml' }
    answer = (_, response) =>
      void response
        .writeHead(200, headers)
        .end('<rss><channel><title>F</title><item><title>A</title><link>p/1</link></item></channel></rss>')
    const { id } = await feeds.follow(`${base}/feed`)
    expect(await entriesOf(id)).toMatchObject([{ language: 'sv', url: `${base}/deep/p/1` }])
    expect(await feedOf(id)).toMatchObject({ language: 'sv', url: `${base}/feed` })
  })

  test('an address without a scheme is tried with https, then with http', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const typed = `${base.replace('http://', '')}/feed`
    expect(await feeds.discover(typed)).toMatchObject([{ url: `${base}/feed` }])
    expect(await feeds.follow(typed)).toMatchObject({ url: `${base}/feed` })
    answer = (_, response) => void response.writeHead(404).end()
    await expect(feeds.discover(`${typed}/gone`)).rejects.toMatchObject({
      reason: expect.stringContaining('HTTP 404'),
    })
  })

  test('the same bytes again are not stored again', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { id, updatedAt } = await feeds.follow(`${base}/feed`)
    now += HOUR
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'unchanged', status: 200 })
    expect(await feedOf(id)).toMatchObject({ updatedAt, checkedAt: now })
  })

  test('a changed entry changes in place and stays read', async () => {
    serves([{ guid: 'a', title: 'First words' }])
    const { id } = await feeds.follow(`${base}/feed`)
    const [before] = await entriesOf(id)
    const userId = await seedUser(storage)
    await storage.db
      .insertInto('reads')
      .values({ userId, entryId: before?.id ?? '', readAt: now, batch: null })
      .execute()
    now += HOUR
    serves([
      { guid: 'b', title: 'New' },
      { guid: 'a', title: 'Better words', text: 'Longer' },
    ])
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'stored', newEntries: 1 })
    const after = (await entriesOf(id)).find(({ guid }) => guid === 'a')
    expect(after).toMatchObject({
      id: before?.id,
      title: 'Better words',
      publishedAt: before?.publishedAt,
      updatedAt: now,
    })
    const content = await storage.db
      .selectFrom('entryContents')
      .selectAll()
      .where('entryId', '=', before?.id ?? '')
      .execute()
    expect(content).toEqual([{ entryId: before?.id, content: '<p>Longer</p>' }])
    expect(await storage.db.selectFrom('reads').selectAll().execute()).toHaveLength(1)
  })

  test('an entry whose guid alone changed is not stored twice', async () => {
    serves([{ guid: 'old', title: 'Same', link: 'https://site.example/same' }])
    const { id } = await feeds.follow(`${base}/feed`)
    const [before] = await entriesOf(id)
    serves([{ guid: 'new', title: 'Same', link: 'https://site.example/same' }])
    expect(await feeds.refresh(id)).toMatchObject({ newEntries: 0 })
    expect(await entriesOf(id)).toMatchObject([{ id: before?.id, guid: 'new' }])
  })

  test('a site that moves to https brings no entry twice', async () => {
    serves([{ guid: 'http://site.example/same', title: 'Same', link: 'http://site.example/same' }])
    const { id } = await feeds.follow(`${base}/feed`)
    serves([{ guid: 'https://site.example/same/', title: 'Same', link: 'https://site.example/same/' }])
    expect(await feeds.refresh(id)).toMatchObject({ newEntries: 0 })
    expect(await entriesOf(id)).toHaveLength(1)
  })

  test('a feed whose addresses carry the number of each visit brings no entry twice', async () => {
    const dated = (visit: number, ...titles: readonly string[]): void => {
      const items = titles.map(
        (title) =>
          `<item><title>${title}</title><link>https://site.example/read?id=${title}&amp;visit=${visit}</link><pubDate>Mon, 02 Jun 2025 10:30:00 GMT</pubDate></item>`,
      )
      answer = (_, response) =>
        void response.end(`<rss><channel><title>Feed</title>${items.join('')}</channel></rss>`)
    }
    dated(1, 'a', 'b')
    const { id } = await feeds.follow(`${base}/feed`)
    const before = await entriesOf(id)
    dated(2, 'a', 'b', 'c')
    expect(await feeds.refresh(id)).toMatchObject({ newEntries: 1 })
    const after = await entriesOf(id)
    expect(after.map((entry) => entry.title).toSorted()).toEqual(['a', 'b', 'c'])
    expect(after.map((entry) => entry.id)).toEqual(expect.arrayContaining(before.map((entry) => entry.id)))
  })

  test('two entries with one address and one title are both stored', async () => {
    serves([{ guid: 'one', title: 'Same', link: 'https://site.example/same' }])
    const { id } = await feeds.follow(`${base}/feed`)
    serves([
      { guid: 'two', title: 'Same', link: 'https://site.example/same' },
      { guid: 'one', title: 'Same', link: 'https://site.example/same' },
    ])
    expect(await feeds.refresh(id)).toMatchObject({ newEntries: 1 })
  })

  test('a feed that moved for good is known by both addresses', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { id } = await feeds.follow(`${base}/old`)
    answer = (request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new' }).end()
      else response.end(rss([{ guid: 'b', title: 'B' }]))
    }
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'moved', newEntries: 1 })
    expect((await feedOf(id)).url).toBe(`${base}/new`)
    expect((await feeds.follow(`${base}/old`)).id).toBe(id)
    expect((await feeds.follow(`${base}/new`)).id).toBe(id)
  })

  test('a feed that moved onto another moves its subscribers and their marks along', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const old = await feeds.follow(`${base}/old`)
    serves([{ guid: 'new-a', title: 'A' }])
    const other = await feeds.follow(`${base}/other`)
    const [both, only] = [await subscribe(old.id), await subscribe(old.id)]
    await subscribe(other.id, both)
    const [mine] = await entriesOf(old.id)
    await storage.db
      .insertInto('reads')
      .values({ userId: only, entryId: mine?.id ?? '', readAt: now, batch: null })
      .execute()
    answer = (request, response) => {
      if (request.url === '/old') response.writeHead(308, { location: '/other' }).end()
      else
        response.end(
          rss([
            { guid: 'new-a', title: 'A' },
            { guid: 'z', title: 'Z' },
          ]),
        )
    }
    expect(await feeds.refresh(old.id)).toMatchObject({ outcome: 'moved' })
    const subscriptions = await storage.db.selectFrom('subscriptions').select(['userId', 'feedId']).execute()
    expect(subscriptions).toHaveLength(2)
    expect(subscriptions.map(({ feedId }) => feedId)).toEqual([other.id, other.id])
    const [theirs] = await entriesOf(other.id)
    const read = await storage.db.selectFrom('reads').select('entryId').where('userId', '=', only).execute()
    expect(read.map(({ entryId }) => entryId)).toContain(theirs?.id)
    expect(await feedOf(old.id)).toMatchObject({ gone: 1, migrateTo: other.id })
    expect((await feeds.follow(`${base}/old`)).id).toBe(other.id)
  })

  test('a feed that is gone is fetched no more, and reports it', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { id } = await feeds.follow(`${base}/feed`)
    await subscribe(id)
    answer = (_, response) => void response.writeHead(410).end()
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'gone', message: expect.stringMatching(/gone/) })
    expect(await claimDue(storage, now + 1000 * HOUR, 10)).toEqual([])
  })

  test('a failing feed waits longer each time, and recovers with one good response', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { id } = await feeds.follow(`${base}/feed`)
    answer = (_, response) => void response.writeHead(500).end()
    const waits: number[] = []
    for (let time = 0; time < 3; time += 1) {
      await feeds.refresh(id)
      waits.push((await feedOf(id)).nextFetchAt - now)
    }
    expect(waits).toEqual([HOUR, 2 * HOUR, 4 * HOUR])
    expect(await feedOf(id)).toMatchObject({
      failures: 3,
      errorAt: now,
      errorMessage: expect.stringMatching(/HTTP 500/),
    })
    serves([{ guid: 'a', title: 'A' }])
    await feeds.refresh(id)
    expect(await feedOf(id)).toMatchObject({ failures: 0, errorAt: null, errorMessage: null })
  })

  test('the last ten fetches are stored, with all their details', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { id } = await feeds.follow(`${base}/feed`)
    const notifications: FeedFetchRow[] = []
    for (let time = 0; time < 14; time += 1) {
      now += HOUR
      if (time === 7) serves([{ guid: 'b', title: 'B' }])
      if (time === 11) answer = (_, response) => void response.writeHead(500).end()
      notifications.push(await feeds.refresh(id))
    }
    expect(notifications.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 7 }, () => 'unchanged'),
      'stored',
      ...Array.from({ length: 3 }, () => 'unchanged'),
      ...Array.from({ length: 3 }, () => 'failed'),
    ])
    const fetches = await lastFetches(storage, [await feedOf(id)])
    expect(fetches).toEqual(notifications.toReversed().slice(0, 10))
    expect(fetches.every(({ bytes, outcome }) => bytes > 0 || outcome === 'failed')).toBe(true)
  })

  test('unchanged fetches add no row, and ten of them are stored', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { id } = await feeds.follow(`${base}/feed`)
    const rows = () => storage.db.selectFrom('feedFetches').select('at').where('feedId', '=', id).execute()
    const before = await rows()
    for (let time = 0; time < 12; time += 1) {
      now += HOUR
      await feeds.refresh(id)
    }
    expect(await rows()).toEqual(before)
    const fetches = await lastFetches(storage, [await feedOf(id)])
    expect(fetches.map(({ at }) => at)).toEqual(Array.from({ length: 10 }, (_, ago) => now - ago * HOUR))
  })

  test('a broken response leaves stored data unchanged', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { id } = await feeds.follow(`${base}/feed`)
    answer = (_, response) => void response.end('<html><body>Oops</body></html>')
    expect(await feeds.refresh(id)).toMatchObject({
      outcome: 'failed',
      message: 'This is a web page, not a feed',
    })
    expect(await entriesOf(id)).toHaveLength(1)
  })

  test('each process claims different feeds, and only those with a subscriber', async () => {
    serves([{ guid: 'a', title: 'A' }])
    for (let number = 0; number < 6; number += 1) {
      const { id } = await feeds.follow(`${base}/${number}`)
      if (number < 5) await subscribe(id)
    }
    now += 1000 * HOUR
    const claimed = await Promise.all([claimDue(storage, now, 3), claimDue(storage, now, 3)])
    const ids = claimed.flat().map(({ id }) => id)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
    expect(await claimDue(storage, now, 3)).toEqual([])
    expect(await claimDue(storage, now + HOUR, 9)).toHaveLength(5)
  })

  test('the schedule refreshes what is due and puts back what it could not finish', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const quick = await feeds.follow(`${base}/quick`)
    const slow = await feeds.follow(`${base}/slow`)
    await subscribe(quick.id)
    await subscribe(slow.id)
    now += 1000 * HOUR
    const slowRequested = Promise.withResolvers<void>()
    answer = (request, response) => {
      if (request.url === '/slow') return slowRequested.resolve()
      response.end(rss([{ guid: 'b', title: 'B' }]))
    }
    feeds.start()
    await slowRequested.promise
    await expect.poll(() => entriesOf(quick.id)).toHaveLength(2)
    await feeds.stop()
    expect(await feedOf(quick.id)).toMatchObject({ lease: 0, checkedAt: now })
    expect(await feedOf(slow.id)).toMatchObject({ lease: 0 })
  })

  test('the reader view of an entry is its article, sanitised and cached', async () => {
    const text =
      '<p>A sentence that says enough to be an article, with commas, and then some more of it.</p>'.repeat(12)
    answer = (request, response) => {
      if (request.url === '/feed') response.end(rss([{ guid: 'a', title: 'A', link: `${base}/page` }]))
      else
        response.end(
          `<html><head><title>Page</title></head><body><nav>Menu</nav><article><h1>Page</h1>${text}<script>x()</script><img src="/p.png"></article></body></html>`,
        )
    }
    const { id } = await feeds.follow(`${base}/feed`)
    const [entry] = await entriesOf(id)
    const content = await feeds.readability(entry?.id ?? '', 'ada')
    expect(content).toContain('A sentence that says enough')
    expect(content).toContain(`src="${base}/p.png"`)
    expect(content).not.toMatch(/script|Menu/)
    const before = requests.length
    expect(await feeds.readability(entry?.id ?? '', 'ada')).toBe(content)
    expect(requests).toHaveLength(before)
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('a page leads to the feed that it names', async () => {
    answer = (request, response) => {
      if (request.url === '/atom.xml') response.end(rss([{ guid: 'a', title: 'A' }], 'Behind the page'))
      else
        response.end(
          '<html><head><link rel="ALTERNATE" type="application/rss+xml" href="atom.xml" title="Mine"></head></html>',
        )
    }
    expect(await feeds.discover(base)).toEqual([{ url: `${base}/atom.xml`, title: 'Mine' }])
    expect(await feeds.follow(base)).toMatchObject({ url: `${base}/atom.xml`, title: 'Behind the page' })
  })

  test('a page that names none is searched in the usual places', async () => {
    answer = (request, response) => {
      if (request.url === '/index.xml') response.end(rss([{ guid: 'a', title: 'A' }], 'Found'))
      else response.writeHead(request.url === '/' ? 200 : 404).end('<html><body>nothing</body></html>')
    }
    expect(await feeds.discover(base)).toEqual([{ url: `${base}/index.xml`, title: 'Found' }])
  })

  test('a look before following stores nothing', async () => {
    serves([{ guid: 'a', title: 'A' }])
    const { feed, entries } = await feeds.preview(`${base}/feed`)
    expect(feed).toMatchObject({ url: `${base}/feed`, title: 'Feed' })
    expect(entries).toHaveLength(1)
    expect(await selectFeeds(storage.db).execute()).toEqual([])
  })

  test('validators are sent back unchanged, and 304 means unchanged', async () => {
    const validators = { etag: 'W/"odd\'tag"', 'last-modified': 'Some day, maybe' }
    serves([{ guid: 'a', title: 'A' }], validators)
    const { id } = await feeds.follow(`${base}/feed`)
    answer = (_, response) => void response.writeHead(304).end()
    await feeds.stop()
    feeds = open()
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'unchanged', status: 304, newEntries: 0 })
    expect(requests.at(-1)?.headers).toMatchObject({
      'if-none-match': validators.etag,
      'if-modified-since': validators['last-modified'],
    })
  })

  test('a temporarily redirected feed keeps its address', async () => {
    answer = (request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end()
      else response.end(rss([{ guid: 'b', title: 'B' }]))
    }
    expect((await feeds.follow(`${base}/old`)).url).toBe(`${base}/old`)
  })

  test.each([429, 503])(
    'a site that responds with %i gets no request for the time that it sets',
    async (status) => {
      serves([{ guid: 'a', title: 'A' }])
      const { id } = await feeds.follow(`${base}/feed`)
      answer = (_, response) => void response.writeHead(status, { 'retry-after': '20000' }).end()
      await feeds.refresh(id)
      expect((await feedOf(id)).nextFetchAt).toBe(now + 20_000_000)
    },
  )

  test('the samples need no network', async () => {
    for (const { url, title } of samples) {
      const feed = await feeds.follow(url)
      expect(feed.title).toBe(title)
      expect((await entriesOf(feed.id)).length).toBeGreaterThan(2)
    }
    expect(requests).toEqual([])
  })

  test.each([
    ['http://169.254.169.254/latest/', 'feedFetchError', /inside a network/],
    ['hub://github/issue', 'feedFetchError', /HUB_URL/],
    ['not an address', 'invalidParameter', /not a web address/],
    ['lectern://samples/none', 'feedFetchError', /no sample/],
  ])('%s is refused in words', async (url, key, reason) => {
    await expect(feeds.follow(url)).rejects.toMatchObject({ key, reason: expect.stringMatching(reason) })
  })

  test('a feed or an entry that is not there is refused', async () => {
    await expect(feeds.refresh('1')).rejects.toMatchObject({ key: 'feedNotFound' })
    await expect(feeds.readability('1', 'ada')).rejects.toMatchObject({ key: 'entryNotFound' })
  })
})
