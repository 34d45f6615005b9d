import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { discoverCategories } from '../../contract/discover.ts'
import { followedBy, listsById } from '../storage/lists/lists.ts'
import { catalogue, fromCatalogue } from './catalogue.ts'

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000
type Row = { feedId: string; view: number | null; feed: { title: string }; alike?: number }

describe.each(kinds)('finding feeds on %s', (kind) => {
  let server: TestServer
  let time = NOW
  const people: TestUser[] = []

  beforeEach(async () => {
    time = NOW
    server = await startTestServer({ kind, now: () => time })
    people.splice(0)
    for (let at = 0; at < 4; at += 1) people.push(await server.signUp())
  })
  afterEach(() => server.close())

  const user = (at: number): TestUser => {
    const one = people[at]
    if (!one) throw new Error('There are four people.')
    return one
  }
  const feed = (title: string, language: string | null = 'en') =>
    seedFeed(server.storage, { title, language })
  const follow = (at: number, feedId: string, more: object = {}) =>
    seedSubscription(server.storage, user(at).id, feedId, { createdAt: NOW - DAY / 2, ...more })
  const rowOf = async (id: string) => {
    const row = (await listsById(server.storage, [id])).get(id)
    if (!row) throw new Error('There is no such list.')
    return row
  }
  const rows = async (path: string, at = 0) =>
    ((await (await user(at).request(path)).json()) as { data: Row[] }).data
  const titles = async (path: string, at = 0) => (await rows(path, at)).map((row) => row.feed.title)

  describe('the catalogue', () => {
    test('comes by category and language, and names feeds that the server knows', async () => {
      const [first] = catalogue
      const id = await seedFeed(server.storage, { url: first?.url ?? '' })
      await seedEntries(
        server.storage,
        id,
        Array.from({ length: 12 }, (_, at) => ({ title: `${at}`, publishedAt: NOW - at * DAY })),
      )
      const all = (await (await user(0).request('/discover/catalogue')).json()) as {
        data: { url: string; feed?: { id: string }; analytics?: { updatesPerWeek: number } }[]
      }
      expect(all.data).toHaveLength(catalogue.length)
      const known = all.data.filter(({ feed: one }) => one)
      expect(known.map((one) => [one.url, one.feed?.id, one.analytics?.updatesPerWeek])).toEqual([
        [first?.url, id, 3],
      ])
      const some = (await (
        await user(0).request('/discover/catalogue?category=programming&lang=cmn')
      ).json()) as { data: { language: string; categories: string[] }[] }
      expect(some.data.length).toBeGreaterThan(2)
      for (const { language, categories } of some.data) {
        expect(language).toMatch(/^zh/)
        expect(categories).toContain('programming')
      }
      expect((await user(0).request('/discover/catalogue?category=cooking')).status).toBe(400)
    })

    test('feeds are known by their addresses with how often they publish, and private ones to their followers alone', async () => {
      const open = await feed('Open')
      const secret = await seedFeed(server.storage, { url: 'https://secret.example/feed', title: 'Secret' })
      await follow(0, open)
      await follow(1, secret, { isPrivate: 1 })
      await seedEntries(
        server.storage,
        open,
        Array.from({ length: 20 }, (_, at) => ({ title: `${at}`, publishedAt: NOW - at * DAY })),
      )
      const { url } = (await server.storage.db
        .selectFrom('feeds')
        .select('url')
        .where('id', '=', open)
        .executeTakeFirstOrThrow()) as { url: string }
      const known = async (at: number) => {
        const answer = await user(at).request('/feeds/known', {
          method: 'POST',
          body: { urls: ['https://unknown.example/feed', url, 'https://secret.example/feed'] },
        })
        const { data } = (await answer.json()) as {
          data: { url: string; feed: { title: string }; analytics: { updatesPerWeek: number } }[]
        }
        return data.map((one) => [one.url, one.feed.title, one.analytics.updatesPerWeek])
      }
      expect(await known(0)).toEqual([[url, 'Open', 5]])
      expect(await known(1)).toEqual([
        [url, 'Open', 5],
        ['https://secret.example/feed', 'Secret', 0],
      ])
    })

    test('a search finds what the server knows, then what the catalogue names', async () => {
      await follow(0, await feed('Quanta fan page'))
      const answer = await user(0).request('/discover', { method: 'POST', body: { keyword: 'quanta' } })
      const { data } = (await answer.json()) as { data: { feed: { title: string; id?: string } }[] }
      expect(data.map((one) => one.feed.title)).toEqual(['Quanta fan page', 'Quanta Magazine'])
      expect(data[1]?.feed).not.toHaveProperty('id')
    })

    test('lists are found by text or id, the most followed first, and show their feeds to permitted users', async () => {
      const feedId = await feed('inside')
      const make = async (title: string) => {
        const body = { title, view: 0, fee: 0 }
        const made = (await (await user(0).request('/lists', { method: 'POST', body })).json()) as {
          data: { id: string }
        }
        await user(0).request('/lists/feeds', { method: 'POST', body: { listId: made.data.id, feedId } })
        return made.data.id
      }
      const [few, many] = [await make('Quiet things'), await make('Things quiet and loud')]
      await server.storage.db.updateTable('lists').set({ fee: 5 }).where('id', '=', many).execute()
      await follow(1, feedId)
      for (const at of [1, 2])
        await server.storage.db
          .insertInto('listSubscriptions')
          .values({ ...followedBy(user(at).id, await rowOf(many)), createdAt: NOW })
          .execute()
      const results = async (keyword: string, at = 3) => {
        const body = { keyword, target: 'lists' }
        const answer = await user(at).request('/discover', { method: 'POST', body })
        const { data } = (await answer.json()) as {
          data: { list: { id: string; feedIds: string[] }; subscriptionCount: number }[]
        }
        return data.map(({ list: { id, feedIds }, subscriptionCount }) => [id, feedIds, subscriptionCount])
      }
      expect(await results('QUIET')).toEqual([
        [many, [], 3],
        [few, [feedId], 1],
      ])
      expect(await results('quiet and loud', 1)).toEqual([[many, [feedId], 3]])
      expect(await results(few)).toEqual([[few, [feedId], 1]])
      expect(await results('%')).toEqual([])
    })
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  describe('trending', () => {
    test('the most followed and read feeds of the requested time come first', async () => {
      const [hot, warm, old] = [await feed('hot'), await feed('warm'), await feed('old')]
      for (const at of [0, 1, 2]) await follow(at, hot)
      await follow(0, warm)
      await follow(3, old, { createdAt: NOW - 20 * DAY })
      const [entry = ''] = await seedEntries(server.storage, old, [{ title: 'x' }])
      expect(await titles('/trending/feeds')).toEqual(['hot', 'warm'])
      expect((await titles('/trending/feeds?range=30d')).toSorted()).toEqual(['hot', 'old', 'warm'])
      for (const at of [0, 1, 2, 3])
        await user(at).request('/reads', { method: 'POST', body: { entryIds: [entry] } })
      time += 600_000
      expect(await titles('/trending/feeds?range=1d')).toEqual(['hot', 'old', 'warm'])
      expect(await titles('/trending/feeds?limit=1')).toEqual(['hot'])
    })

    test('by view, by language, and never private subscriptions', async () => {
      const [english, chinese, silent] = [
        await feed('english'),
        await feed('中文', 'zh-CN'),
        await feed('secret'),
      ]
      await follow(0, english, { view: 1 })
      await follow(0, chinese, { view: 0 })
      await follow(1, silent, { isPrivate: 1 })
      expect(await titles('/trending/feeds?language=eng')).toEqual(['english'])
      expect(await titles('/trending/feeds?language=cmn')).toEqual(['中文'])
      expect(await titles('/trending/feeds?view=1')).toEqual(['english'])
      expect(await titles('/trending/feeds', 2)).not.toContain('secret')
      expect((await rows('/trending/feeds?view=1'))[0]).toMatchObject({ view: 1, feedId: english })
    })

    test.each(['range=2d', 'language=deu', 'limit=0', 'view=9'])('%s is refused', async (query) => {
      expect((await user(0).request(`/trending/feeds?${query}`)).status).toBe(400)
    })
  })

  describe('recommendations', () => {
    test('feeds of users with similar subscriptions, best first, without the user’s own and private ones', async () => {
      const shared = [await feed('a'), await feed('b'), await feed('c')]
      const [good, fair, far, hidden] = [
        await feed('good'),
        await feed('fair'),
        await feed('far'),
        await feed('hidden'),
      ]
      for (const id of shared) await follow(0, id)
      for (const id of shared) await follow(1, id)
      await follow(1, good)
      await follow(1, hidden, { isPrivate: 1 })
      await follow(2, shared[0] ?? '')
      for (const id of [good, fair]) await follow(2, id)
      await follow(3, far)
      expect(await titles('/discover/recommendations')).toEqual(['good', 'fair'])
      expect((await rows('/discover/recommendations'))[0]).toMatchObject({ feedId: good, alike: 2 })
      expect(await titles('/discover/recommendations?limit=1')).toEqual(['good'])
      expect(await titles('/discover/recommendations', 3)).toEqual([])
    })
  })
})

test('every line of the catalogue is whole: an address of its own, known categories, a view', () => {
  expect(new Set(catalogue.map(({ url }) => url)).size).toBe(catalogue.length)
  for (const { url, siteUrl, title, description, categories, view } of catalogue) {
    expect(new URL(url).protocol, url).toBe('https:')
    expect(new URL(siteUrl).protocol, url).toBe('https:')
    expect(title && description, url).toBeTruthy()
    expect([0, 1, 2, 3, 4, 5]).toContain(view)
    for (const category of categories) expect(discoverCategories as readonly string[]).toContain(category)
  }
  expect(fromCatalogue({ lang: 'eng' }).length + fromCatalogue({ lang: 'cmn' }).length).toBeGreaterThan(60)
})
