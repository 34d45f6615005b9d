import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopbackFeeds } from '../../../tests/support/loopback-feeds.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { kinds, openTestStorage, seedUser } from '../../../tests/support/storage.ts'
import { seedSubscription } from '../../../tests/support/library.ts'
import type { Storage } from '../storage/open.ts'
import type { Feeds } from './index.ts'
import { claimDue, releaseAll, selectFeeds } from '../storage/feeds/feed-schedule.ts'

const START = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(kinds)('a good guest, on %s', (kind) => {
  let storage: Storage
  let feeds: Feeds
  let site: Site
  let now: number

  beforeEach(async () => {
    now = START
    storage = await openTestStorage(kind)
    site = await startSite()
    feeds = open()
  })
  afterEach(async () => {
    await feeds.stop()
    site.close()
    await storage.close()
  })
  const open = (): Feeds =>
    loopbackFeeds(storage, () => now, {
      // Names of many sites, all served by the test's own.
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      limits: { time: 2000, pause: 0 },
    })
  const restart = async () => {
    await feeds.stop()
    feeds = open()
  }
  const serves = (body: string, headers: Record<string, string> = {}) => {
    site.answer = (_, response) => void response.writeHead(200, headers).end(body)
  }
  const refuses = (status: number, seconds: number) => {
    site.answer = (_, response) => void response.writeHead(status, { 'retry-after': String(seconds) }).end()
  }
  const follow = async (path: string) => (await feeds.follow(site.url + path)).id
  const feedOf = (id: string) => selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()

  const challenges = (status = 403) => {
    const headers = { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }
    site.answer = (_, response) => void response.writeHead(status, headers).end('<html>')
  }

  test('a feed that moved for good while it had nothing new has moved', async () => {
    serves(rssOf(['a']), { etag: '"one"' })
    const id = await follow('/old')
    site.answer = (request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new' }).end()
      else response.writeHead(304).end()
    }
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'moved', status: 304 })
    expect((await feedOf(id)).url).toBe(`${site.url}/new`)
    await feeds.refresh(id)
    expect(site.requests.filter(({ path }) => path === '/old')).toHaveLength(2)
  })

  test('two refused feeds mean the site: the others are not fetched, also after a restart', async () => {
    serves(rssOf(['a']))
    const ids = [await follow('/1'), await follow('/2'), await follow('/3')]
    now += HOUR
    refuses(429, 7200)
    for (const id of ids.slice(0, 2)) await feeds.refresh(id)
    const requests = site.requests.length
    expect(await feeds.refresh(ids[2] ?? '')).toMatchObject({ message: expect.stringMatching(/left alone/) })
    expect(await feedOf(ids[2] ?? '')).toMatchObject({
      failures: 0,
      errorMessage: null,
      nextFetchAt: now + 2 * HOUR,
    })
    await expect(feeds.follow(`${site.url}/4`)).rejects.toMatchObject({ key: 'feedFetchError' })
    const rows = await storage.db.selectFrom('sites').selectAll().execute()
    expect(rows).toEqual([{ site: '127.0.0.1', waitUntil: now + 2 * HOUR }])
    await restart()
    feeds.start()
    await expect.poll(() => feeds.follow(`${site.url}/4`).catch(({ key }) => key)).toBe('feedFetchError')
    expect(site.requests.length).toBeLessThanOrEqual(requests + 1)
  })

  test('two challenges in a row make the whole site wait, longer each time, also after a restart', async () => {
    serves(rssOf(['a']))
    const ids = [await follow('/1'), await follow('/2'), await follow('/3')]
    challenges(200)
    await feeds.refresh(ids[0] ?? '')
    expect(await storage.db.selectFrom('sites').selectAll().execute()).toEqual([])
    await feeds.refresh(ids[1] ?? '')
    const waits = () => storage.db.selectFrom('sites').select('waitUntil').executeTakeFirstOrThrow()
    expect(await waits()).toEqual({ waitUntil: now + HOUR })
    const requests = site.requests.length
    expect(await feeds.refresh(ids[2] ?? '')).toMatchObject({ message: expect.stringMatching(/left alone/) })
    expect(site.requests).toHaveLength(requests)
    expect(await feedOf(ids[2] ?? '')).toMatchObject({ failures: 0, errorMessage: null })
    now += HOUR + MINUTE
    await feeds.refresh(ids[2] ?? '')
    expect(await waits()).toEqual({ waitUntil: now + 2 * HOUR })
    await restart()
    feeds.start()
    await expect.poll(() => feeds.follow(`${site.url}/4`).catch(({ key }) => key)).toBe('feedFetchError')
    expect(site.requests.length).toBeLessThanOrEqual(requests + 2)
  })

  test('feeds leased by a dead process are due at once where it was the only process', async () => {
    serves(rssOf(['a']))
    const id = await follow('/feed')
    await seedSubscription(storage, await seedUser(storage), id)
    now += 10 * HOUR
    expect(await claimDue(storage, now, 9)).toHaveLength(1)
    await releaseAll(storage)
    expect(await claimDue(storage, now, 9)).toHaveLength(kind === 'sqlite' ? 1 : 0)
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('validators go back over restarts and over redirects to other hosts, whatever they say', async () => {
    const other = await startSite()
    const validators = { etag: 'W/"a"b\u00e9', 'last-modified': 'vor einer Weile' }
    other.answer = (request, response) => {
      const known = request.headers['if-none-match'] === validators.etag
      response.writeHead(known ? 304 : 200, validators).end(known ? '' : rssOf(['a']))
    }
    site.answer = (_, response) => void response.writeHead(302, { location: `${other.url}/feed` }).end()
    const id = await follow('/feed')
    await restart()
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'unchanged', status: 304 })
    expect(other.requests.at(-1)?.headers).toMatchObject({
      'if-none-match': validators.etag,
      'if-modified-since': validators['last-modified'],
    })
    expect((await feedOf(id)).url).toBe(`${site.url}/feed`)
    other.close()
  })

  test('validators that a 304 or the same bytes bring anew are the next ones', async () => {
    serves(rssOf(['a']), { etag: '"one"', 'last-modified': 'then' })
    const id = await follow('/feed')
    site.answer = (_, response) => void response.writeHead(304, { etag: '"two"' }).end()
    await feeds.refresh(id)
    expect(await feedOf(id)).toMatchObject({ etag: '"two"', lastModified: 'then' })
    serves(rssOf(['a']), { etag: '"three"' })
    await feeds.refresh(id)
    expect(await feedOf(id)).toMatchObject({ etag: '"three"', lastModified: null })
  })

  test('what cannot be read is not fetched again in full, but now and then', async () => {
    serves(rssOf(['a']))
    const id = await follow('/feed')
    site.answer = (request, response) => {
      const known = request.headers['if-none-match'] === '"broken"'
      response.writeHead(known ? 304 : 200, { etag: '"broken"' }).end(known ? '' : '<html>Oops</html>')
    }
    for (let time = 0; time < 9; time += 1)
      expect(await feeds.refresh(id)).toMatchObject({ outcome: 'failed' })
    const full = site.requests.slice(1).map(({ headers }) => headers['if-none-match'] === undefined)
    expect(full).toEqual([true, false, false, false, false, false, false, false, true])
    serves(rssOf(['a', 'b']))
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'stored', newEntries: 1 })
  })

  test('a user cannot cause a request to a site that is backing off', async () => {
    serves(rssOf(['a']))
    const id = await follow('/feed')
    refuses(503, 7200)
    await feeds.refresh(id)
    const requests = site.requests.length
    await restart()
    now += HOUR
    expect(await feeds.refresh(id)).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/left alone/),
    })
    expect(site.requests).toHaveLength(requests)
    now += 1.5 * HOUR
    serves(rssOf(['a']))
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'unchanged' })
    expect(await feedOf(id)).toMatchObject({ waitUntil: null, failures: 0 })
  })

  test('one feed sent away among many that are answered waits alone', async () => {
    serves(rssOf(['a']))
    const ids = [await follow('/1'), await follow('/2')]
    refuses(429, 7200)
    await feeds.refresh(ids[0] ?? '')
    serves(rssOf(['a', 'b']))
    expect(await feeds.refresh(ids[1] ?? '')).toMatchObject({ outcome: 'stored' })
    expect(await storage.db.selectFrom('sites').selectAll().execute()).toEqual([])
  })

  test('a challenge is named, and its feed is asked again after growing pauses', async () => {
    serves(rssOf(['a']))
    const id = await follow('/feed')
    challenges()
    const pauses: number[] = []
    for (let time = 0; time < 7; time += 1) {
      expect(await feeds.refresh(id)).toMatchObject({ outcome: 'failed', status: 403 })
      const feed = await feedOf(id)
      expect(feed.errorMessage).toMatch(/^Cloudflare shows a page .*\(HTTP 403\)$/)
      pauses.push((feed.nextFetchAt - now) / HOUR)
      now = feed.nextFetchAt + MINUTE
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 24, 24])
    serves(rssOf(['a', 'b']))
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'stored' })
    expect(await feedOf(id)).toMatchObject({ failures: 0, errorMessage: null })
  })

  describe('sites of one platform, and sites at one address', () => {
    const portOf = () => new URL(site.url).port
    const followAt = async (host: string) => (await feeds.follow(`http://${host}:${portOf()}/feed`)).id
    /** Refreshes feeds together. @param least requests that are open before the first is answered @returns the most that were open */
    const mostAtOnce = async (ids: readonly string[], least: number): Promise<number> => {
      let [pending, most] = [0, 0]
      const { promise: enough, resolve } = Promise.withResolvers<void>()
      site.answer = async (_, response) => {
        pending += 1
        most = Math.max(most, pending)
        if (pending >= least) resolve()
        await enough
        await new Promise((waited) => setTimeout(waited, 30))
        pending -= 1
        response.end(rssOf(['a', 'b']))
      }
      await Promise.all(ids.map((id) => feeds.refresh(id)))
      return most
    }

    test.each([
      ['one refusal with 429 makes a platform slow', 'substack.com', 429],
      ['one refusal with 403 makes a platform slow', 'substack.com', 403],
      ['one refusal with 403 makes an address slow', 'example', 403],
    ])('%s', async (_, suffix, status) => {
      serves(rssOf(['a']))
      const hosts = ['a', 'b', 'c', 'd'].map((name) =>
        suffix === 'example' ? `${name}.example` : `${name}.${suffix}`,
      )
      const ids: string[] = []
      for (const host of hosts) ids.push(await followAt(host))
      expect(await mostAtOnce(ids, 2)).toBeGreaterThan(1)
      now += HOUR
      site.answer = (_request, response) => void response.writeHead(status).end()
      await feeds.refresh(ids[0] ?? '')
      expect(await mostAtOnce(ids.slice(1, 3), 1)).toBe(1)
      // A refusal of one site stops no other, and they recover after a while.
      expect(await feedOf(ids[3] ?? '')).toMatchObject({ failures: 0, waitUntil: null })
      now += HOUR
      expect(await mostAtOnce(ids.slice(1), 2)).toBeGreaterThan(1)
    })

    test('two blogs that are sent away in a row mean the platform, and no other site at its address', async () => {
      serves(rssOf(['a']))
      const ids = [
        await followAt('a.substack.com'),
        await followAt('b.substack.com'),
        await followAt('c.substack.com'),
      ]
      const other = await followAt('other.example')
      now += HOUR
      refuses(429, 7200)
      for (const id of ids.slice(0, 2)) await feeds.refresh(id)
      const requests = site.requests.length
      expect(await feeds.refresh(ids[2] ?? '')).toMatchObject({
        message: expect.stringMatching(/left alone/),
      })
      expect(site.requests).toHaveLength(requests)
      expect(await storage.db.selectFrom('sites').select('site').execute()).toEqual([
        { site: 'substack.com' },
      ])
      serves(rssOf(['a', 'b']))
      expect(await feeds.refresh(other)).toMatchObject({ outcome: 'stored' })
    })
  })

  test('one challenged feed among many that are served waits alone', async () => {
    serves(rssOf(['a']))
    const ids = [await follow('/1'), await follow('/2')]
    for (let time = 0; time < 3; time += 1) {
      challenges()
      await feeds.refresh(ids[0] ?? '')
      serves(rssOf([`${time}`]))
      expect(await feeds.refresh(ids[1] ?? '')).toMatchObject({ outcome: 'stored' })
    }
    expect(await storage.db.selectFrom('sites').selectAll().execute()).toEqual([])
  })

  test('a challenge is named to whoever follows the address', async () => {
    challenges()
    await expect(feeds.follow(`${site.url}/feed`)).rejects.toMatchObject({
      key: 'feedFetchError',
      reason: expect.stringMatching(/^Cloudflare shows a page/),
    })
  })

  test('concurrent requests for a feed fetch it once', async () => {
    serves(rssOf(['a']))
    const id = await follow('/feed')
    const requests = site.requests.length
    await Promise.all([1, 2, 3, 4].map(() => feeds.refresh(id)))
    expect(site.requests).toHaveLength(requests + 1)
  })

  test('skipped hours of a feed are stored and obeyed', async () => {
    serves(rssOf(['a'], '<skipHours><hour>13</hour><hour>14</hour></skipHours><ttl>60</ttl>'))
    const id = await follow('/feed')
    const hours = () => feedOf(id).then(({ nextFetchAt }) => new Date(nextFetchAt).getUTCHours())
    expect((await feedOf(id)).quietTimes).toBe('{"hours":[13,14],"days":[]}')
    now = START
    site.answer = (_, response) => void response.writeHead(500).end()
    await feeds.refresh(id)
    expect(await hours()).toBe(15)
  })
})
