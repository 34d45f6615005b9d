import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedSubscription } from '../../../../tests/support/library.ts'
import { loopbackFeeds } from '../../../../tests/support/loopback-feeds.ts'
import { rssOf, startSite, type Site } from '../../../../tests/support/site.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { mountWebSub } from '../../http/websub.ts'
import type { Storage } from '../../storage/open.ts'
import { selectFeeds } from '../../storage/feeds/feed-schedule.ts'
import type { Feeds } from '../index.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OURS = 'https://reader.example'

describe.each(kinds)('a feed with a hub, on %s', (kind) => {
  let storage: Storage
  let feeds: Feeds
  let site: Site
  let hub: Site
  let web: Hono
  let now: number
  let publicUrl: string

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 21, 12)
    publicUrl = OURS
    storage = await openTestStorage(kind)
    site = await startSite()
    hub = await startSite()
    hub.answer = (_, response) => void response.writeHead(202).end()
    serves(['a'])
    begin()
  })
  afterEach(async () => {
    await feeds.stop()
    site.close()
    hub.close()
    await storage.close()
  })
  const begin = (allow = ['127.0.0.1']) => {
    feeds = loopbackFeeds(storage, () => now, {
      config: { PUBLIC_URL: publicUrl, FETCHER_URL: '', FETCH_ALLOW: allow },
      limits: { time: 2000 },
    })
    web = new Hono()
    mountWebSub(web, { feeds })
  }
  const linksTo = (address: string) =>
    `<atom:link rel="hub" href="${address}"/><atom:link rel="self" href="${site.url}/topic"/>`
  const serves = (items: readonly string[], more = linksTo(`${hub.url}/hub`), headers = {}) => {
    site.answer = (_, response) => void response.writeHead(200, headers).end(rssOf(items, more))
  }
  const followed = async () => {
    const { id } = await feeds.follow(`${site.url}/feed`)
    await seedSubscription(storage, await seedUser(storage), id)
    now += HOUR
    await poll(id)
    return id
  }
  /** With one more space each time, so that the bytes differ. */
  const poll = async (id: string) => {
    await storage.db.updateTable('feeds').set({ bodyHash: null, etag: null }).where('id', '=', id).execute()
    return feeds.refresh(id)
  }
  const rowOf = (id: string) =>
    storage.db.selectFrom('hubs').selectAll().where('feedId', '=', id).executeTakeFirst()
  const theRow = async (id: string) => {
    const row = await rowOf(id)
    if (!row) throw new Error('there is no hub')
    return row
  }
  const feedOf = (id: string) => selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()
  const titles = async () =>
    (await storage.db.selectFrom('entries').select('title').orderBy('id').execute()).map(({ title }) => title)
  const verify = async (id: string, message: Record<string, string>) => {
    const { token, topic } = await theRow(id)
    const query = new URLSearchParams({ 'hub.topic': topic, 'hub.challenge': 'c<b>', ...message })
    return web.request(`/websub/${token}?${query}`)
  }
  const subscribed = async () => {
    const id = await followed()
    await feeds.askHubs()
    await verify(id, { 'hub.mode': 'subscribe', 'hub.lease_seconds': '864000' })
    return id
  }
  const push = async (id: string, body: string, signature?: string | null) => {
    const { token, secret } = await theRow(id)
    const right = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const header = signature === undefined ? right : signature
    const headers = {
      'content-type': 'application/rss+xml',
      ...(header ? { 'x-hub-signature': header } : {}),
    }
    return web.request(`/websub/${token}`, { method: 'POST', body, headers })
  }

  test('the hub is subscribed once, with a callback address and a secret of the feed, and its challenge is confirmed', async () => {
    const id = await followed()
    await feeds.askHubs()
    await feeds.askHubs()
    expect(hub.requests).toHaveLength(1)
    const { token, secret } = await theRow(id)
    expect(hub.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(hub.requests[0]?.body))).toEqual({
      'hub.mode': 'subscribe',
      'hub.topic': `${site.url}/topic`,
      'hub.callback': `${OURS}/websub/${token}`,
      'hub.lease_seconds': '864000',
      'hub.secret': secret,
    })
    const answer = await verify(id, { 'hub.mode': 'subscribe', 'hub.lease_seconds': '86400' })
    expect([answer.status, await answer.text()]).toEqual([200, 'c<b>'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await theRow(id)).toMatchObject({ state: 'active', leaseUntil: now + DAY })
  })

  test('the header of the answer counts before the document', async () => {
    serves(['a'], linksTo('http://127.0.0.1:1/wrong'), {
      link: [`<${hub.url}/hub>; rel="hub"`, '<https://other.example/topic>; rel=self'],
    })
    const id = await followed()
    expect(await theRow(id)).toMatchObject({ hub: `${hub.url}/hub`, topic: 'https://other.example/topic' })
  })

  test('a push is stored as a fetch would store it, and again nothing is stored twice', async () => {
    const id = await subscribed()
    const { etag, nextFetchAt, checkedAt } = await feedOf(id)
    const pushed = rssOf(['b', 'a']).replace(
      '<title>b</title>',
      '<title>b</title><description>&lt;script&gt;x()&lt;/script&gt;ok</description>',
    )
    expect((await push(id, pushed)).status).toBe(202)
    expect((await push(id, pushed)).status).toBe(202)
    expect(await titles()).toEqual(['a', 'b'])
    const contents = await storage.db.selectFrom('entryContents').select('content').execute()
    expect(contents.map(({ content }) => content).join()).toMatch(/ok/)
    expect(contents.map(({ content }) => content).join()).not.toMatch(/script/)
    expect(await feedOf(id)).toMatchObject({ etag, nextFetchAt, checkedAt })
    const record = await storage.db
      .selectFrom('feedFetches')
      .selectAll()
      .where('message', 'like', '%WebSub%')
      .execute()
    expect(record.map(({ outcome, newEntries }) => [outcome, newEntries])).toEqual([
      ['stored', 1],
      ['unchanged', 0],
    ])
  })

  test('what is not signed with the secret of the feed stores nothing', async () => {
    const id = await subscribed()
    const other = createHmac('sha256', 'guessed')
    const wrong = fc.oneof(
      fc.constant(null),
      fc.string().map((word) => word.replace(/[^\x20-\x7e]/g, '').trim()),
      fc.constant(`sha256=${other.update(rssOf(['evil'])).digest('hex')}`),
      fc.stringMatching(/^sha(1|256)=[0-9a-f]{64}$/),
    )
    const before = await feedOf(id)
    await fc.assert(
      fc.asyncProperty(wrong, async (signature) => {
        expect((await push(id, rssOf(['evil']), signature)).status).toBe(202)
      }),
      { numRuns: 30 },
    )
    expect(await titles()).toEqual(['a'])
    expect(await feedOf(id)).toEqual(before)
  })

  test('a push before the hub has promised, or to an address that is not ours, stores nothing', async () => {
    const id = await followed()
    expect((await push(id, rssOf(['early']))).status).toBe(202)
    expect(await titles()).toEqual(['a'])
    expect((await web.request('/websub/unknown', { method: 'POST', body: rssOf(['x']) })).status).toBe(410)
    expect((await web.request('/websub/unknown?hub.mode=subscribe&hub.challenge=x')).status).toBe(404)
  })

  test('a push without a feed in it makes the feed due, but not by every such push', async () => {
    const id = await subscribed()
    expect((await feedOf(id)).nextFetchAt).toBeGreaterThan(now + HOUR / 2)
    await push(id, 'ping')
    expect((await feedOf(id)).nextFetchAt).toBe(now + 600_000)
    now += HOUR / 2
    await push(id, 'ping')
    expect((await feedOf(id)).nextFetchAt).toBeLessThanOrEqual(now)
  })

  test('a push that is too long is refused', async () => {
    const id = await subscribed()
    expect((await push(id, 'x'.repeat(11_000_000))).status).toBe(413)
  })

  test('during a lease the feed is fetched twice a day, and as before when the lease ends', async () => {
    const id = await subscribed()
    now += HOUR
    await poll(id)
    expect((await feedOf(id)).nextFetchAt).toBe(now + 12 * HOUR)
    now += 11 * DAY
    await poll(id)
    expect((await feedOf(id)).nextFetchAt).toBe(now + 6 * HOUR)
  })

  test('a promise is renewed before it ends, under the same address and secret', async () => {
    const id = await subscribed()
    const { token } = await theRow(id)
    now += 8 * DAY
    await feeds.askHubs()
    expect(hub.requests).toHaveLength(1)
    now += DAY
    await feeds.askHubs()
    expect(hub.requests).toHaveLength(2)
    await verify(id, { 'hub.mode': 'subscribe', 'hub.lease_seconds': '864000' })
    expect(await theRow(id)).toMatchObject({
      token,
      state: 'active',
      leaseUntil: now + 10 * DAY,
      failures: 0,
    })
  })

  test('a failing hub is retried with increasing delays, and its reason is shown', async () => {
    const id = await followed()
    hub.answer = (_, response) => void response.writeHead(500).end('out of order')
    const waits: number[] = []
    for (let time = 0; time < 3; time += 1) {
      await feeds.askHubs()
      const { askAt } = await theRow(id)
      waits.push(askAt - now)
      now = askAt
    }
    expect(waits).toEqual([HOUR, 2 * HOUR, 4 * HOUR])
    expect(await theRow(id)).toMatchObject({
      state: 'asked',
      message: expect.stringMatching(/500.*out of order/),
    })
  })

  test('a hub that denies is believed for a week', async () => {
    const id = await subscribed()
    const answer = await verify(id, { 'hub.mode': 'denied', 'hub.reason': 'no such topic' })
    expect(answer.status).toBe(200)
    expect(await theRow(id)).toMatchObject({
      state: 'refused',
      message: 'no such topic',
      askAt: now + 7 * DAY,
    })
    expect((await push(id, rssOf(['b']))).status).toBe(202)
    expect(await titles()).toEqual(['a'])
  })

  test('an unrequested topic is not verified, nor an unrequested unsubscription', async () => {
    const id = await followed()
    await feeds.askHubs()
    const message = { 'hub.mode': 'subscribe', 'hub.topic': 'https://evil.example/' }
    expect((await verify(id, message)).status).toBe(404)
    expect((await verify(id, { 'hub.mode': 'unsubscribe' })).status).toBe(404)
    expect((await verify(id, { 'hub.mode': 'publish' })).status).toBe(404)
    expect(await theRow(id)).toMatchObject({ state: 'asked', leaseUntil: null })
  })

  test('a feed without followers is unsubscribed from its hub, and the hub is deleted', async () => {
    const id = await subscribed()
    await storage.db.deleteFrom('subscriptions').execute()
    await feeds.askHubs()
    expect(new URLSearchParams(hub.requests.at(-1)?.body).get('hub.mode')).toBe('unsubscribe')
    expect((await push(id, rssOf(['late']))).status).toBe(410)
    expect((await verify(id, { 'hub.mode': 'subscribe' })).status).toBe(404)
    expect((await verify(id, { 'hub.mode': 'unsubscribe' })).status).toBe(200)
    expect(await rowOf(id)).toBeUndefined()
    expect(await titles()).toEqual(['a'])
  })

  test('a hub that never confirms the end is forgotten as well', async () => {
    const id = await subscribed()
    await storage.db.deleteFrom('subscriptions').execute()
    await feeds.askHubs()
    now += 2 * HOUR
    await feeds.askHubs()
    expect(await rowOf(id)).toBeUndefined()
  })

  test('a hub that misses entries is not relied on', async () => {
    const id = await subscribed()
    now += 2 * DAY
    serves(['b', 'a'])
    await poll(id)
    expect(await theRow(id)).toMatchObject({ state: 'asked' })
    now += HOUR
    await poll(id)
    expect((await feedOf(id)).nextFetchAt).toBeLessThanOrEqual(now + 6 * HOUR)
  })

  test('a feed that no longer names its hub is unsubscribed', async () => {
    const id = await subscribed()
    serves(['a'], '')
    await poll(id)
    expect(await theRow(id)).toMatchObject({ state: 'ending' })
  })

  test('a hub with a private address gets no request', async () => {
    const id = await followed()
    await storage.db
      .updateTable('hubs')
      .set({ hub: 'http://169.254.169.254/' })
      .where('feedId', '=', id)
      .execute()
    await feeds.askHubs()
    expect(await theRow(id)).toMatchObject({
      state: 'asked',
      message: expect.stringMatching(/inside a network/),
    })
  })

  test('without a public address no hub gets a request', async () => {
    await feeds.stop()
    publicUrl = ''
    begin()
    const id = await followed()
    await feeds.askHubs()
    expect(await rowOf(id)).toBeUndefined()
    expect(hub.requests).toEqual([])
  })
})
