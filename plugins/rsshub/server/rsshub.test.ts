import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startPluginServer, startServerWithPlugins } from '../../../tests/support/plugin-server.ts'
import type { TestUser, TestServer } from '../../../tests/support/server.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { addFeedSchemes } from '../../../src/contract/feed-schemes.ts'
import { normaliseAddress } from '../../../src/server/feeds/fetch/source.ts'
import { createFeeds } from '../../../src/server/feeds/index.ts'
import type { Queues } from '../../../src/server/jobs/runner.ts'
import wire from '../wire.ts'
import { monthsLater } from './instances.ts'
import { matchRoute } from './match.ts'
import { selectFeeds } from '../../../src/server/storage/feeds/feed-schedule.ts'
import type { Db } from './tables.ts'

const NOW = Date.UTC(2026, 5, 1)
/** What is paid, in its smallest units. */
const ONE = 10n ** 18n
const route = (path: string, categories: readonly string[] = ['programming']) => ({
  path,
  name: `Route ${path}`,
  example: `/github${path}`,
  maintainers: ['somebody'],
  categories,
  parameters: {
    user: 'A name',
    state: { description: 'Which', default: 'open', options: [{ label: 'Open', value: 'open' }] },
  },
  features: { requireConfig: false },
  location: 'x.ts',
})
const namespaces = {
  github: {
    name: 'GitHub',
    url: 'github.com',
    lang: 'en',
    routes: {
      '/issue/:user/:repo/:state?': route('/issue/:user/:repo/:state?', ['programming', 'popular']),
      '/trending': route('/trending'),
    },
  },
  bilibili: {
    name: '哔哩哔哩',
    url: 'bilibili.com',
    lang: 'zh-CN',
    routes: { '/user/:id{.+}': route('/user/:id{.+}', ['social-media']) },
  },
  rsshub: { name: 'RSSHub', lang: 'en', routes: { '/routes': route('/routes') } },
  broken: 42,
}

describe('RSSHub', () => {
  let server: TestServer
  let queues: Queues
  let official: Site
  let shared: Site
  let admin: TestUser
  let owner: TestUser
  let user: TestUser
  let time = NOW
  let config: Record<string, unknown>

  beforeEach(async () => {
    time = NOW
    official = await startSite()
    shared = await startSite()
    const env = { FETCH_ALLOW: '127.0.0.1', RSSHUB_URL: official.url }
    ;({ server, queues } = await startServerWithPlugins('sqlite', { now: () => time, env }))
    admin = await server.signUp('admin')
    owner = await server.signUp('owner')
    user = await server.signUp('user')
    config = { ownerUserId: owner.id, description: 'Mine', price: 0, userLimit: null }
    for (const site of [official, shared]) site.answer = serving(() => config)
  })
  afterEach(async () => {
    await server.close()
    official.close()
    shared.close()
  })

  const serving =
    (of: () => unknown): Site['answer'] =>
    (request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname
      const json = (body: unknown) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (path === '/api/follow/config') return json(of())
      if (path === '/api/namespace') return json(namespaces)
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssOf(['a']))
    }
  const ask = async (who: TestUser, method: string, path: string, body?: unknown) => {
    const answer = await who.request(path, { method, ...(body === undefined ? {} : { body }) })
    const message = JSON.parse(await answer.text()) as { code?: number; data?: unknown; reason?: string }
    return { status: answer.status, ...message }
  }
  const add = (who = owner, more: object = {}) =>
    ask(who, 'POST', '/rsshub', { baseUrl: shared.url, ...more })
  const list = async () =>
    (await ask(user, 'GET', '/rsshub/list')).data as {
      id: string
      userCount: number
      price: number
      errorMessage: string | null
    }[]
  const use = (who: TestUser, body: object) => ask(who, 'POST', '/rsshub/use', body)
  const added = async () => {
    expect(await add()).toMatchObject({ status: 200, code: 0 })
    return (await list())[0]?.id ?? ''
  }

  describe('routes', () => {
    test('are grouped by category and language, and fetched once an hour', async () => {
      const all = (await ask(user, 'GET', '/discover/rsshub')).data as object
      expect(Object.keys(all)).toEqual(['github', 'bilibili', 'rsshub'])
      const popular = (await ask(user, 'GET', '/discover/rsshub?categories=popular')).data
      expect(popular).toMatchObject({
        github: {
          routes: {
            '/issue/:user/:repo/:state?': {
              parameters: { user: 'A name', state: { default: 'open', options: [{ value: 'open' }] } },
            },
          },
        },
      })
      expect(JSON.stringify(popular)).not.toContain('/trending')
      expect(
        Object.keys(
          (await ask(user, 'GET', '/discover/rsshub?categories=social-media&lang=zh-CN')).data as object,
        ),
      ).toEqual(['bilibili'])
      expect(
        Object.keys(
          (await ask(user, 'GET', '/discover/rsshub?category=popular&categories=programming')).data as object,
        ),
      ).toEqual(['github'])
      const requests = () => official.requests.filter(({ path }) => path.startsWith('/api/namespace')).length
      expect(requests()).toBe(1)
      time += 3_600_001
      await ask(user, 'GET', '/discover/rsshub')
      expect(requests()).toBe(2)
    })

    test('an unreachable RSSHub instance is shown with its last response', async () => {
      await ask(user, 'GET', '/discover/rsshub')
      official.answer = (_, response) => void response.writeHead(500).end()
      time += 7_200_000
      expect(Object.keys((await ask(user, 'GET', '/discover/rsshub')).data as object)).toContain('github')
    })

    test('a namespace that clients take for granted is whole or not there', async () => {
      expect(
        Object.keys((await ask(user, 'GET', '/discover/rsshub?namespace=github')).data as object),
      ).toEqual(['github'])
      expect((await ask(user, 'GET', '/discover/rsshub?namespace=rsshub')).data).toBeUndefined()
      expect((await ask(user, 'GET', '/discover/rsshub?namespace=follow')).data).toBeUndefined()
    })

    test('a route is found by its address; an unknown one is 13000', async () => {
      expect(
        (await ask(user, 'GET', '/discover/rsshub/route?route=rsshub://github/issue/a/b')).data,
      ).toMatchObject({ name: 'GitHub', prefix: 'github', route: { path: '/issue/:user/:repo/:state?' } })
      expect(await ask(user, 'GET', '/discover/rsshub/route?route=/nowhere/x')).toMatchObject({
        status: 404,
        code: 13000,
      })
    })

    test('followers are counted per route', async () => {
      const feedId = await seedFeed(server.storage, { url: 'rsshub://github/issue/a/b', title: 'Issues' })
      for (const { id } of [owner, user]) await seedSubscription(server.storage, id, feedId)
      expect((await ask(user, 'GET', '/discover/rsshub-analytics?lang=eng')).data).toMatchObject({
        '/github/issue/:user/:repo/:state?': { subscriptionCount: 2, topFeeds: [{ id: feedId }] },
      })
      expect((await ask(user, 'GET', '/discover/rsshub-analytics?lang=cmn')).data).toEqual({})
    })
  })

  describe('instances', () => {
    test('only the owner of an instance sees its address', async () => {
      const id = await added()
      expect(await list()).toMatchObject([
        { id, description: 'Mine', price: 0, userCount: 0, owner: { id: owner.id } },
      ])
      expect((await ask(owner, 'GET', `/rsshub?id=${id}`)).data).toMatchObject({
        instance: { baseUrl: shared.url, accessKey: null },
      })
      const { data } = await ask(user, 'GET', `/rsshub?id=${id}`)
      expect(JSON.stringify(data)).not.toContain(shared.url)
      expect(await ask(user, 'GET', '/rsshub?id=1')).toMatchObject({ status: 404, code: 13003 })
    })

    test('only the user named by the instance can add it, and an instance without a name is invalid', async () => {
      expect(await add(user)).toMatchObject({ status: 400, code: 13001 })
      config = { description: 'Nobody' }
      expect(await add()).toMatchObject({ status: 400, code: 13006 })
      shared.answer = (_, response) => void response.writeHead(503).end()
      expect(await add()).toMatchObject({ status: 400, code: 13007 })
      expect(await add(owner, { baseUrl: 'http://10.0.0.1' })).toMatchObject({ code: 13007 })
      for (const baseUrl of ['ftp://x.example', 'javascript:alert(1)', 'data:text/html,x', 'rsshub:// /a'])
        expect(await add(owner, { baseUrl })).toMatchObject({ status: 400, code: 1002 })
    })

    test('only its owner changes and deletes it, and not while another user uses it', async () => {
      const id = await added()
      config = { ...config, price: 3 }
      expect(await add(user, { id })).toMatchObject({ code: 13001 })
      config = { ...config, price: 0, description: 'Better' }
      expect(await add(owner, { id, accessKey: 'k' })).toMatchObject({ code: 0 })
      expect(await list()).toMatchObject([{ id, description: 'Better' }])
      await use(user, { id })
      expect(await ask(user, 'DELETE', '/rsshub', { id })).toMatchObject({ code: 13001 })
      expect(await ask(owner, 'DELETE', '/rsshub', { id })).toMatchObject({ code: 13002 })
      await use(user, { id: null })
      expect((await ask(user, 'GET', '/rsshub/status')).data).toEqual({ purchase: null })
      expect(await ask(owner, 'DELETE', '/rsshub', { id })).toMatchObject({ code: 0 })
      expect(await list()).toEqual([])
    })

    test('a place can be taken once, however many want it at once; a private one is for its owner', async () => {
      config = { ...config, userLimit: 2 }
      const id = await added()
      const crowd = await Promise.all(Array.from({ length: 5 }, () => server.signUp()))
      const answers = await Promise.all(crowd.map((one) => use(one, { id })))
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
      expect(answers.filter(({ code }) => code === 13004)).toHaveLength(3)
      config = { ...config, userLimit: 1 }
      await add(owner, { id })
      expect(await use(user, { id })).toMatchObject({ code: 13004 })
      expect(await use(owner, { id })).toMatchObject({ code: 0 })
    })

    const fund = async (one: TestUser) => {
      await ask(admin, 'POST', '/wallets/airdrops', { userIds: [one.id], amount: String(20n * ONE) })
      await ask(one, 'PUT', '/wallets/airdrop', { verify: 'user' })
      expect((await ask(one, 'POST', '/wallets/airdrop')).status).toBe(200)
    }

    test('an instance with a price is paid by the month, once', async () => {
      config = { ...config, price: 2 }
      const id = await added()
      expect(await use(user, { id })).toMatchObject({ status: 400, code: 13005 })
      for (const one of [owner, user]) await ask(one, 'POST', '/wallets')
      expect(await use(user, { id, durationInMonths: 2 })).toMatchObject({ code: 4002 })
      await fund(user)
      const pay = () =>
        user.request('/rsshub/use', {
          method: 'POST',
          body: { id, durationInMonths: 2 },
          headers: { 'idempotency-key': 'pay-1' },
        })
      expect((await pay()).status).toBe(200)
      expect((await pay()).status).toBe(200)
      const { data } = await ask(user, 'GET', '/rsshub/status')
      expect(data).toMatchObject({
        purchase: { expiresAt: '2026-08-01T00:00:00.000Z' },
        usage: { rsshubId: id, userId: user.id },
      })
      const paid = await ask(user, 'GET', '/wallets/transactions?type=purchase')
      expect(paid.data).toMatchObject([{ powerToken: String(4n * ONE), toRSSHubId: id, toUserId: owner.id }])
      await use(user, { id: null })
      expect(await use(user, { id, durationInMonths: 0 })).toMatchObject({ code: 0 })
      time = Date.UTC(2026, 8, 1)
      expect(await use(user, { id })).toMatchObject({ code: 13005 })
      expect(await use(owner, { id })).toMatchObject({ code: 0 })
    })

    test('two payments at once are two periods, one after the other', async () => {
      config = { ...config, price: 2 }
      const id = await added()
      for (const one of [owner, user]) await ask(one, 'POST', '/wallets')
      await fund(user)
      const pay = (key: string) =>
        user.request('/rsshub/use', {
          method: 'POST',
          body: { id, durationInMonths: 1 },
          headers: { 'idempotency-key': key },
        })
      const paid = await Promise.all(['one', 'other'].map(pay))
      expect(paid.map(({ status }) => status)).toEqual([200, 200])
      const { data } = await ask(user, 'GET', '/rsshub/status')
      expect(data).toMatchObject({ purchase: { expiresAt: '2026-08-01T00:00:00.000Z' } })
    })

    test('an answer of any length is no configuration', async () => {
      config = { ...config, padding: 'x'.repeat(200_000) }
      expect(await add(owner)).toMatchObject({ code: 13006 })
    })

    test('a failing instance reports it, cannot be chosen, and recovers by itself', async () => {
      const id = await added()
      const round = () =>
        queues['rsshub-health']?.run(
          { queue: '', key: '', payload: null, attempts: 1, lease: 0 },
          new AbortController().signal,
        )
      shared.answer = (_, response) => void response.writeHead(502).end()
      time += 3_600_000
      await round()
      expect((await list())[0]?.errorMessage).toContain('502')
      expect(await use(user, { id })).toMatchObject({ code: 13007 })
      shared.answer = serving(() => ({ ...config, price: 7 }))
      time += 3_600_000
      await round()
      expect(await list()).toMatchObject([{ errorMessage: null, price: 7 }])
    })

    test('a trial user can neither add nor use one', async () => {
      const id = await added()
      await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', user.id).execute()
      expect(await use(user, { id })).toMatchObject({ status: 403, code: 1103 })
    })
  })

  describe('feeds', () => {
    test('of a route that there is not are refused as such', async () => {
      official.answer = (_, response) => void response.writeHead(404).end()
      const feeds = createFeeds(server.services)
      const address = 'rsshub://nowhere/x'
      const refused = { key: 'rsshubRouteNotFound' }
      await expect(feeds.follow(address, user.id)).rejects.toMatchObject(refused)
      await expect(feeds.preview(address, user.id)).rejects.toMatchObject(refused)
      await expect(feeds.discover(address, user.id)).rejects.toMatchObject(refused)
      await feeds.stop()
    })

    test('are requested from the chosen instance with a code in place of the key, and from the official one as soon as a follower chose none', async () => {
      const feeds = createFeeds(server.services)
      await add(owner, { accessKey: 'open sesame' })
      const id = (await list())[0]?.id ?? ''
      await use(user, { id })
      const address = 'rsshub://github/issue/a/b?limit=3'
      const feed = await feeds.follow(address, user.id)
      expect(feed).toMatchObject({ url: address, title: 'Feed' })
      const stored = await tablesOf(server).selectFrom('rsshubInstances').selectAll().execute()
      expect(JSON.stringify(stored), 'the key stands in the library as it is').not.toContain('sesame')
      const code = createHash('md5').update('/github/issue/a/bopen sesame').digest('hex')
      expect(shared.requests.at(-1)?.path).toBe(`/github/issue/a/b?limit=3&code=${code}`)
      expect(JSON.stringify(shared.requests)).not.toContain('sesame"')
      await seedSubscription(server.storage, user.id, feed.id)
      await feeds.refresh(feed.id)
      expect(official.requests).toEqual([])
      await seedSubscription(server.storage, owner.id, feed.id)
      await feeds.refresh(feed.id)
      expect(official.requests.map(({ path }) => path)).toEqual(['/github/issue/a/b?limit=3'])
      const row = await selectFeeds(server.storage.db).where('id', '=', feed.id).executeTakeFirstOrThrow()
      expect(row.nextFetchAt - time).toBeGreaterThanOrEqual(3_600_000)
      await feeds.stop()
    })
  })
})

const tablesOf = ({ storage }: TestServer): Db => storage.db as unknown as Db

describe.each(kinds)('on %s', (kind) => {
  let server: TestServer
  afterEach(() => server.close())
  const dataOf = async (answer: Promise<Response>) =>
    ((await (await answer).json()) as { data: unknown }).data

  test('shows how RSSHub routes did, by the hour', async () => {
    server = (await startPluginServer('rsshub', kind)).server
    const bob = await server.signUp('bob')
    const feedId = await seedFeed(server.storage, { url: 'rsshub://github/issue/a' })
    const other = await seedFeed(server.storage, { url: 'rsshub://githubby/x' })
    const underscored = await seedFeed(server.storage, { url: 'rsshub://a_b/x' })
    const hour = Date.UTC(2026, 4, 1, 10)
    const fetched = (id: string, at: number, outcome: 'stored' | 'failed') => ({
      feedId: id,
      at,
      outcome,
      status: 200,
      message: null,
      newEntries: 0,
      bytes: 0,
      milliseconds: 1,
    })
    const rows = [
      fetched(feedId, hour + 1, 'stored'),
      fetched(feedId, hour + 2, 'failed'),
      fetched(feedId, hour + 3_600_000, 'stored'),
      fetched(other, hour, 'failed'),
      fetched(underscored, hour, 'stored'),
    ]
    await server.storage.db.insertInto('feedFetches').values(rows).execute()
    expect(await dataOf(bob.request('/probes/rsshub?namespace=github&route=/issue/a'))).toEqual([
      { timestamp: '2026-05-01T10:00:00.000Z', successCount: 1, errorCount: 1, successRate: 0.5 },
      { timestamp: '2026-05-01T11:00:00.000Z', successCount: 1, errorCount: 0, successRate: 1 },
    ])
    expect(await dataOf(bob.request('/probes/rsshub?namespace=github'))).toHaveLength(2)
    expect(await dataOf(bob.request('/probes/rsshub?namespace=a_b'))).toHaveLength(1)
    expect(await dataOf(bob.request('/probes/rsshub?namespace=_'))).toEqual([])
  })

  test('an export leads other readers to the RSSHub that they name, and to the public one', async () => {
    server = (await startPluginServer('rsshub', kind)).server
    const bob = await server.signUp('bob')
    const feedId = await seedFeed(server.storage, { url: 'rsshub://github/issue/a?limit=3' })
    await seedSubscription(server.storage, bob.id, feedId)
    const file = async (query = '') => (await bob.request(`/subscriptions/export${query}`)).text()
    expect(await file('?RSSHubURL=https%3A%2F%2Fhub.example%2Fbase%2F')).toContain(
      'xmlUrl="https://hub.example/base/github/issue/a?limit=3"',
    )
    expect(await file()).toContain('xmlUrl="https://rsshub.app/github/issue/a?limit=3"')
    expect(await file()).toContain('source="rsshub://github/issue/a?limit=3"')
  })

  test('without one of the server an address is refused in words, and the status says so', async () => {
    const { server: bare } = await startPluginServer('rsshub', kind)
    server = bare
    const bob = await server.signUp('bob')
    const feeds = createFeeds(server.services)
    await expect(feeds.follow('RSSHUB://github/issue', bob.id)).rejects.toMatchObject({
      key: 'feedFetchError',
      reason:
        'This is an RSSHub address, and there is no RSSHub to ask: none is set up on this server (RSSHUB_URL), and you use none',
    })
    await feeds.stop()
    expect(await dataOf(bob.request('/status/configs'))).toMatchObject({ RSSHUB_ENABLED: false })
  })
})

test('every refusal has a text in every language', async () => {
  for (const language of ['en', 'ja', 'zh-CN', 'zh-TW']) {
    const { errors } = (await import(`../locales/${language}.json`)) as { errors: Record<string, string> }
    expect(Object.keys(errors)).toEqual(Object.values(wire.errors).map(([code]) => String(code)))
  }
})

test('an address is stored as it is, and its scheme in small letters', () => {
  addFeedSchemes(wire.schemes)
  expect(normaliseAddress('rsshub://github/issue')).toBe('rsshub://github/issue')
})

describe('routes and addresses', () => {
  const known = Object.fromEntries(
    Object.entries({ a: ['/x', '/:one', '/:one/y', '/:rest{.+}'], 'a/b': ['/z/:q?'] }).map(([id, paths]) => [
      id,
      {
        name: id,
        description: '',
        url: '',
        lang: 'en',
        routes: Object.fromEntries(
          paths.map((path) => [path, { ...route(path), categories: [], maintainers: [], description: '' }]),
        ),
      },
    ]),
  )
  test.each([
    ['rsshub://a/x', 'a', '/x'],
    ['rsshub://a/other', 'a', '/:one'],
    ['/a/1/y', 'a', '/:one/y'],
    ['a/1/2/3?x=1', 'a', '/:rest{.+}'],
    ['rsshub://a/b/z', 'a/b', '/z/:q?'],
  ])('%s is %s %s', (address, namespace, path) => {
    expect(matchRoute(known, address)).toMatchObject({ namespace, path })
  })

  test('an unknown place is no route', () => {
    expect(matchRoute(known, 'rsshub://constructor/x')).toBe(null)
    expect(matchRoute(known, '')).toBe(null)
  })

  test('a month from the end of January is the end of February', () => {
    expect(new Date(monthsLater(Date.UTC(2027, 0, 31), 1)).toISOString()).toBe('2027-02-28T00:00:00.000Z')
    expect(new Date(monthsLater(Date.UTC(2027, 0, 31), 12)).toISOString()).toBe('2028-01-31T00:00:00.000Z')
  })
})
