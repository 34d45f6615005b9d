import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runJobs } from '../../../tests/support/jobs.ts'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { Rule } from '../../contract/actions.ts'
import { createFeeds, type Feeds } from '../feeds/index.ts'
import { actionQueues, type NewEntryNotice } from './queues.ts'

const always: Rule['condition'] = []
const titled = (value: string): Rule['condition'] => [[{ field: 'entry_title', operator: 'contains', value }]]
type Item = {
  entries: { id: string; title: string | null; content?: string | null }
  read: boolean
  settings?: unknown
  collections?: unknown
}

describe.each(kinds)('rules on %s', (kind) => {
  let server: TestServer
  let site: Site
  let feeds: Feeds
  let reader: TestUser
  let feedId: string
  let time = Date.UTC(2026, 5, 1)
  const notices: NewEntryNotice[] = []

  beforeEach(async () => {
    notices.length = 0
    time = Date.UTC(2026, 5, 1)
    server = await startTestServer({ kind, env: { FETCH_ALLOW: '127.0.0.1' }, now: () => time })
    site = await startSite()
    feeds = createFeeds(server.services)
    reader = await server.signUp()
    publish('old')
    feedId = (await feeds.follow(`${site.url}/feed.xml`)).id
    await seedSubscription(server.storage, reader.id, feedId, { view: 0 })
  })
  afterEach(async () => {
    await feeds.stop()
    await server.close()
    site.close()
  })

  const publish = (...items: readonly string[]) => {
    const hooks = site.answer
    site.answer = (request, response) => {
      if (request.method === 'POST') return hooks(request, response)
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssOf(items))
    }
  }
  const hook = (status: () => number) => {
    const pages = site.answer
    site.answer = (request, response) =>
      request.method === 'POST' ? void response.writeHead(status()).end() : pages(request, response)
  }
  const save = (user: TestUser, rules: readonly unknown[]) =>
    user.request('/actions', { method: 'PUT', body: { rules } })
  const arrive = async (...items: readonly string[]) => {
    time += 3_600_000
    publish(...items, 'old')
    await feeds.refresh(feedId)
  }
  const work = () =>
    runJobs(
      server.storage,
      actionQueues(server.services, [async (notice) => void notices.push(notice)]),
      time,
    )
  const timeline = async (user: TestUser, body: object = {}): Promise<Item[]> => {
    const answer = await user.request('/entries', { method: 'POST', body: { view: 0, ...body } })
    return ((await answer.json()) as { data: Item[] }).data
  }
  const titles = async (user: TestUser, body: object = {}) =>
    (await timeline(user, body)).map(({ entries }) => entries.title)
  const unread = async (user: TestUser) =>
    ((await (await user.request('/reads')).json()) as { data: Record<string, number> }).data[feedId] ?? 0
  const dataOf = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data

  test('new entries are starred, silenced, blocked, rewritten and flagged; those that were there stay as they are', async () => {
    await save(reader, [
      { name: 'star', condition: titled('gold'), result: { star: true, summary: true, readability: true } },
      { name: 'quiet', condition: titled('noise'), result: { silence: true, newEntryNotification: true } },
      { name: 'block', condition: titled('advert'), result: { block: true } },
      {
        name: 'words',
        condition: titled('gold'),
        result: { rewriteRules: [{ from: 'gold', to: 'silver' }], translation: 'ja', sourceContent: true },
      },
    ])
    await arrive('gold one', 'noise two', 'advert three', 'plain four')
    const items = await timeline(reader)
    expect(items.map(({ entries }) => entries.title).toSorted()).toEqual([
      'noise two',
      'old',
      'plain four',
      'silver one',
    ])
    const [gold] = items.filter(({ entries }) => entries.title === 'silver one')
    expect(gold?.collections).toBeDefined()
    expect(gold?.settings).toEqual({
      star: true,
      summary: true,
      readability: true,
      sourceContent: true,
      translation: 'ja',
      rewriteRules: [{ from: 'gold', to: 'silver' }],
    })
    expect(items.find(({ entries }) => entries.title === 'noise two')?.read).toBe(true)
    expect(await unread(reader)).toBe(3)
    expect(await titles(reader, { feedId, read: false })).not.toContain('advert three')
    await work()
    expect(notices).toEqual([])
  })

  test('new entries get the labels of a rule, which conditions of the query language see', async () => {
    await save(reader, [
      { name: 'label', condition: titled('gold'), result: { labels: ['Metals / Gold', ' '] } },
    ])
    await arrive('gold one', 'plain two')
    const found = await reader.request('/entries/search', { method: 'POST', body: { q: 'label:metals' } })
    const items = await dataOf<{ entries: { title: string }; labels?: string[] }[]>(found)
    expect(items.map(({ entries, labels }) => [entries.title, labels])).toEqual([
      ['gold one', ['Metals/Gold']],
    ])
    const condition = [[{ field: 'query', operator: 'eq', value: 'label:metals' }]]
    const rules = [{ name: 'more', condition, result: { labels: ['seen'] } }]
    const { run } = await dataOf<{ run: string }>(
      await reader.request('/actions/run', { method: 'POST', body: { rules } }),
    )
    await work()
    const counted = async () =>
      (await dataOf<{ name: string; entries: number }[]>(await reader.request('/labels')))
        .map(({ name, entries }) => `${name} ${entries}`)
        .join()
    expect(await counted()).toBe('Metals 1,Metals/Gold 1,seen 1')
    await reader.request('/actions/run', { method: 'DELETE', body: { run } })
    expect(await counted()).toBe('Metals 1,Metals/Gold 1,seen 0')
  })

  test('the rules that acted on an entry can be requested', async () => {
    await save(reader, [
      { name: 'first', condition: titled('one'), result: { star: true } },
      { name: 'second', condition: titled('two'), result: { star: true } },
      { name: 'third', condition: always, result: { summary: true } },
    ])
    await arrive('one')
    const [entry] = await timeline(reader)
    const acts = await dataOf<{ name: string; cause: string }[]>(
      await reader.request(`/actions/acts?entryId=${entry?.entries.id}`),
    )
    expect(acts.map(({ name, cause }) => [name, cause])).toEqual([
      ['first', 'arrival'],
      ['third', 'arrival'],
    ])
    const positions = async () =>
      (await dataOf<{ position: number | null }[]>(await reader.request('/actions/acts'))).map(
        ({ position }) => position,
      )
    expect(await positions()).toEqual([0, 2])
    // Moved and edited under its name; the other one is gone.
    await save(reader, [
      { name: 'third', condition: titled('x'), result: { summary: true } },
      { name: 'other', condition: always, result: { star: true } },
    ])
    expect(await positions()).toEqual([null, 0])
  })

  test('hidden entries are listed with the rule that hides them, until a star shows them', async () => {
    await save(reader, [
      { name: 'adverts', condition: titled('advert'), result: { block: true } },
      { name: 'all', condition: always, result: { summary: true } },
    ])
    await arrive('advert', 'news')
    const hidden = async (user: TestUser) =>
      dataOf<{ id: string; title: string; rules: string[] }[]>(await user.request('/actions/hidden'))
    expect(await hidden(reader)).toMatchObject([{ title: 'advert', feedId, rules: ['adverts'] }])
    expect(await hidden(await server.signUp())).toEqual([])
    const [entry] = await hidden(reader)
    await reader.request('/collections', { method: 'POST', body: { entryId: entry?.id } })
    expect(await hidden(reader)).toEqual([])
  })

  test('a user is notified of an entry once, however often the feed is fetched', async () => {
    await save(reader, [{ name: 'tell', condition: always, result: { newEntryNotification: true } }])
    await arrive('news')
    await arrive('news', 'news')
    await work()
    await work()
    expect(notices).toMatchObject([{ userId: reader.id, feedId, view: 0, title: 'news' }])
  })

  test('a webhook gets the entry, signed, and is tried again until it answers', async () => {
    let status = 500
    hook(() => status)
    const url = `${site.url}/hook`
    await save(reader, [{ name: 'send', condition: always, result: { webhooks: [url] } }])
    await arrive('sent')
    expect((await work()).failed).toEqual(['webhooks'])
    const waiting = await dataOf<{ state: string; message: string; attempts: number }[]>(
      await reader.request('/actions/deliveries'),
    )
    expect(waiting).toMatchObject([{ state: 'waiting', status: 500, attempts: 1, url }])
    expect((await work()).failed).toEqual([])
    status = 204
    time += 10_000
    expect((await work()).done).toEqual(['webhooks'])
    expect(await dataOf(await reader.request('/actions/deliveries'))).toMatchObject([
      { state: 'delivered', status: 204, attempts: 2 },
    ])
    const posts = site.requests.filter(({ path }) => path === '/hook')
    expect(posts).toHaveLength(2)
    const second = posts[1]
    if (!second) throw new Error('The webhook was asked once only.')
    const { body, headers } = second
    const { secret } = await dataOf<{ secret: string }>(await reader.request('/actions/webhook-secret'))
    const message = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(message).digest('base64')}`,
    )
    expect(JSON.parse(body)).toMatchObject({
      entry: { feedId, title: 'sent', url: null, media: null },
      feed: { id: feedId, url: `${site.url}/feed.xml`, title: 'Feed', errorMessage: null },
      view: 0,
    })
  })

  test('rules about read and starred entries run once when a user marks one', async () => {
    await save(reader, [
      {
        name: 'on star',
        condition: [[{ field: 'status', operator: 'eq', value: 'collected' }]],
        result: { summary: true, webhooks: [`${site.url}/hook`] },
      },
      {
        name: 'on read',
        condition: [[{ field: 'status', operator: 'eq', value: 'read' }]],
        result: { star: true },
      },
    ])
    hook(() => 200)
    await arrive('one', 'two')
    expect((await timeline(reader)).map(({ settings }) => settings)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const [first, second] = await timeline(reader)
    const star = () =>
      reader.request('/collections', { method: 'POST', body: { entryId: first?.entries.id } })
    await star()
    await star()
    await work()
    expect(site.requests.filter(({ path }) => path === '/hook')).toHaveLength(1)
    await reader.request('/reads/all', { method: 'POST', body: { view: 0 } })
    await work()
    const after = await timeline(reader)
    expect(after.find(({ entries }) => entries.id === first?.entries.id)?.settings).toMatchObject({
      summary: true,
    })
    expect(after.find(({ entries }) => entries.id === second?.entries.id)?.collections).toBeDefined()
  })

  test('a run does what the dry run returned, sends nothing, and can be undone completely', async () => {
    const input = Array.from({ length: 450 }, (_, at) => ({
      title: at % 3 === 0 ? `fizz ${at}` : `plain ${at}`,
    }))
    const ids = await seedEntries(server.storage, feedId, input)
    await reader.request('/collections', { method: 'POST', body: { entryId: ids[0] } })
    const rules = [
      {
        name: 'fizz',
        condition: titled('fizz'),
        result: { star: true, silence: true, webhooks: [`${site.url}/hook`], newEntryNotification: true },
      },
      { name: 'zero', condition: titled('plain 1'), result: { block: true } },
    ]
    const before = { unread: await unread(reader), count: (await titles(reader, { limit: 500 })).length }
    const { run } = await dataOf<{ run: string }>(
      await reader.request('/actions/run', { method: 'POST', body: { rules } }),
    )
    time += 1000
    expect((await work()).done).toEqual(['run-rules'])
    expect(await dataOf(await reader.request('/actions/run'))).toMatchObject([
      { id: run, names: ['fizz', 'zero'], state: 'done', examined: 451, touched: 150 + 75 },
    ])
    expect(notices).toEqual([])
    expect(site.requests.filter(({ path }) => path === '/hook')).toEqual([])
    expect((await titles(reader, { isCollection: true, limit: 500 })).length).toBe(150)
    expect(await unread(reader)).toBe(before.unread - 150 - 75)
    const stranger = await server.signUp()
    expect((await stranger.request('/actions/run', { method: 'DELETE', body: { run } })).status).toBe(404)
    expect(await dataOf(await reader.request('/actions/run', { method: 'DELETE', body: { run } }))).toEqual({
      untouched: 225,
    })
    expect(await unread(reader)).toBe(before.unread)
    expect((await titles(reader, { limit: 500 })).length).toBe(before.count)
    expect(await titles(reader, { isCollection: true, limit: 500 })).toHaveLength(1)
    expect(await dataOf(await reader.request('/actions/acts'))).toEqual([])
  })

  test('a run that is taken back before its work is done does nothing more', async () => {
    await seedEntries(server.storage, feedId, [{ title: 'x' }])
    const rules = [{ name: 'all', condition: always, result: { star: true } }]
    const { run } = await dataOf<{ run: string }>(
      await reader.request('/actions/run', { method: 'POST', body: { rules } }),
    )
    await reader.request('/actions/run', { method: 'DELETE', body: { run } })
    await work()
    expect(await titles(reader, { isCollection: true })).toEqual([])
    expect(await dataOf(await reader.request('/actions/run'))).toMatchObject([
      { state: 'undone', touched: 0 },
    ])
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('saved rules are returned, and another user has their own', async () => {
    expect(await (await reader.request('/actions')).json()).toEqual({ code: 0 })
    const rule = {
      name: 'Stars',
      index: 3,
      condition: [{ field: 'view', operator: 'eq', value: '0' }],
      result: { star: true },
    }
    expect(await (await save(reader, [rule])).json()).toEqual({ code: 0 })
    const { index: _sent, ...stored } = rule
    const data = await dataOf<{ userId: string; rules: unknown }>(await reader.request('/actions'))
    expect(data).toMatchObject({ userId: reader.id, rules: [stored] })
    expect(await (await (await server.signUp()).request('/actions')).json()).toEqual({ code: 0 })
  })

  test('a second reader of the same feed sees the entries as they came', async () => {
    const other = await server.signUp()
    await seedSubscription(server.storage, other.id, feedId, { view: 0 })
    await save(reader, [{ name: 'all', condition: always, result: { block: true, star: true } }])
    await arrive('one')
    expect(await titles(reader)).toEqual(['old'])
    expect(await titles(other)).toEqual(['one', 'old'])
    expect((await timeline(other))[0]).not.toHaveProperty('settings')
    const [entry] = await timeline(other)
    const acts = await dataOf<unknown[]>(await other.request(`/actions/acts?entryId=${entry?.entries.id}`))
    expect(acts).toEqual([])
  })

  test('a condition in the query language acts on what arrives, by the names that the user gave', async () => {
    const other = await seedFeed(server.storage, { title: 'Elsewhere' })
    await seedSubscription(server.storage, reader.id, other, { view: 0, title: 'Mine' })
    const written = (value: string) => [[{ field: 'query', operator: 'eq', value }]]
    await save(reader, [
      { name: 'named', condition: written('feed:feed title:gold'), result: { star: true } },
      { name: 'foreign', condition: written('feed:mine'), result: { star: true } },
      { name: 'old', condition: written('older:100y'), result: { star: true } },
    ])
    await arrive('gold', 'silver')
    const acts = await dataOf<{ name: string }[]>(await reader.request('/actions/acts'))
    expect(acts.map(({ name }) => name)).toEqual(['named'])
  })

  test('a webhook that never responds, is missing, or has a private address is skipped with a message', async () => {
    hook(() => 410)
    await save(reader, [{ name: 'send', condition: always, result: { webhooks: [`${site.url}/gone`] } }])
    await arrive('one')
    await work()
    expect(await dataOf(await reader.request('/actions/deliveries'))).toMatchObject([
      { state: 'failed', status: 410 },
    ])
    hook(() => 500)
    await arrive('two', 'one')
    for (let day = 0; day < 15; day += 1) {
      time += 86_400_000
      await work()
    }
    expect(await dataOf(await reader.request('/actions/deliveries'))).toMatchObject([
      { state: 'failed', status: 500, attempts: 12 },
      { state: 'failed', status: 410 },
    ])
    const inside = { name: 'in', condition: always, result: { webhooks: ['http://10.0.0.1/'] } }
    const refused = await save(reader, [inside])
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('inside a network')
  })

  test.each([301, 302, 307, 308])('a webhook that answers %s has not taken what was sent', async (status) => {
    const other = await startSite()
    try {
      other.answer = (_, response) => void response.writeHead(200).end()
      const pages = site.answer
      site.answer = (request, response) =>
        request.method === 'POST'
          ? void response.writeHead(status, { location: `${other.url}/hook` }).end()
          : pages(request, response)
      await save(reader, [{ name: 'send', condition: always, result: { webhooks: [`${site.url}/hook`] } }])
      await arrive('sent')
      await work()
      const [delivery] = await dataOf<{ state: string; message: string }[]>(
        await reader.request('/actions/deliveries'),
      )
      expect(delivery).toMatchObject({
        state: 'waiting',
        message: expect.stringMatching(/moved|must not get/),
      })
      for (const { body, headers } of other.requests)
        expect([body, headers['webhook-signature'], headers['webhook-id']]).toEqual([
          '',
          undefined,
          undefined,
        ])
    } finally {
      other.close()
    }
  })

  test('what comes into an inbox passes the rules as well, once', async () => {
    await save(reader, [
      {
        name: 'letters',
        condition: titled('letter'),
        result: { star: true, rewriteRules: [{ from: 'letter', to: 'post' }], newEntryNotification: true },
      },
      { name: 'spam', condition: titled('offer'), result: { block: true } },
    ])
    await reader.request('/inboxes', { method: 'POST', body: { handle: 'box' } })
    const { secret } = await dataOf<{ secret: string }>(await reader.request('/inboxes?handle=box'))
    const put = (guid: string, title: string) =>
      server.request('/inboxes/webhook', {
        method: 'POST',
        headers: { 'X-Follow-Handle': 'box', 'X-Follow-Secret': secret },
        body: { guid, title, content: '<p>A letter</p>', publishedAt: '2026-05-31T00:00:00.000Z' },
      })
    for (const [guid, title] of [
      ['1', 'A letter'],
      ['1', 'A letter, again'],
      ['2', 'An offer'],
    ] as const)
      expect((await put(guid, title)).status).toBe(200)
    await work()
    expect(notices).toHaveLength(1)
    const listed = await dataOf<Item[]>(
      await reader.request('/entries/inbox', { method: 'POST', body: { inboxId: 'box' } }),
    )
    expect(listed.map(({ entries }) => entries.title)).toEqual(['A post, again'])
    expect(listed[0]?.collections).toBeDefined()
    const one = await reader.request(`/entries/inbox?id=${listed[0]?.entries.id}`)
    expect(await dataOf(one)).toMatchObject({ entries: { title: 'A post, again', content: '<p>A post</p>' } })
  })

  test('a dry run returns the number and the entries, and changes nothing', async () => {
    const [a, b] = await seedEntries(server.storage, feedId, [
      { title: 'cats', content: '<p>purr</p>' },
      { title: 'dogs', content: '<p>purr not</p>' },
    ])
    const foreign = await seedFeed(server.storage)
    await seedEntries(server.storage, foreign, [{ title: 'cats of others', content: '<p>purr</p>' }])
    const rules = [
      {
        name: 'purr',
        condition: [[{ field: 'entry_content', operator: 'contains', value: 'purr' }]],
        result: { star: true },
      },
      { name: 'cats', condition: titled('cats'), result: { block: true } },
      { name: 'none', condition: titled('birds'), result: { block: true } },
    ]
    const dry = await dataOf<object>(
      await reader.request('/actions/dry-run', { method: 'POST', body: { rules } }),
    )
    expect(dry).toMatchObject({
      examined: 3,
      touched: 2,
      rules: [
        { name: 'purr', count: 2, entryIds: [b, a], caught: [] },
        { name: 'cats', count: 1, entryIds: [a], caught: [{ position: 0, count: 1 }] },
        { name: 'none', count: 0, entryIds: [], entries: [] },
      ],
    })
    expect(await titles(reader)).toHaveLength(3)
    expect(await dataOf(await reader.request('/actions/acts'))).toEqual([])
  })

  test.each<[string, readonly unknown[], number, number]>([
    ['half a condition', [{ name: 'x', condition: [[{}]], result: {} }], 422, 3],
    [
      'a pattern that is none',
      [{ name: 'x', condition: [[{ field: 'title', operator: 'regex', value: '(' }]], result: {} }],
      422,
      3,
    ],
    [
      'too many rules',
      Array.from({ length: 11 }, () => ({ name: 'x', condition: [], result: {} })),
      400,
      12000,
    ],
    [
      'too many webhooks',
      [
        {
          name: 'x',
          condition: [],
          result: { webhooks: Array.from({ length: 6 }, (_, at) => `https://hook.example/${at}`) },
        },
      ],
      400,
      12000,
    ],
    ['no list of conditions', [{ name: 'x', condition: 'all', result: {} }], 400, 1002],
    ['no result', [{ name: 'x', condition: [] }], 400, 1002],
  ])('%s is refused, and what was saved stays', async (_, rules, status, code) => {
    await save(reader, [{ name: 'kept', condition: [], result: { star: true } }])
    const answer = await save(reader, rules)
    expect(answer.status).toBe(status)
    expect(JSON.parse(await answer.text())).toMatchObject({ code })
    expect(await dataOf(await reader.request('/actions'))).toMatchObject({ rules: [{ name: 'kept' }] })
  })

  test('an incomplete rule can be saved while it is switched off', async () => {
    const answer = await save(reader, [{ name: 'x', condition: [[{}]], result: { disabled: true } }])
    expect(answer.status).toBe(200)
  })

  test('without a session every call is refused', async () => {
    for (const [method, path] of [
      ['GET', '/actions'],
      ['PUT', '/actions'],
      ['POST', '/actions/dry-run'],
      ['POST', '/actions/run'],
      ['GET', '/actions/run'],
      ['DELETE', '/actions/run'],
      ['GET', '/actions/acts'],
      ['GET', '/actions/hidden'],
      ['GET', '/actions/deliveries'],
      ['GET', '/actions/webhook-secret'],
      ['POST', '/actions/webhook-secret'],
    ] as const) {
      const answer = await server.request(path, { method, ...(method === 'GET' ? {} : { body: {} }) })
      expect(answer.status, `${method} ${path}`).toBe(401)
    }
  })
})
