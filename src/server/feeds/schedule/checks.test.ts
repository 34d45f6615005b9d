import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopbackFeeds } from '../../../../tests/support/loopback-feeds.ts'
import { rssOf, startSite, type Site } from '../../../../tests/support/site.ts'
import { kinds, openTestStorage } from '../../../../tests/support/storage.ts'
import type { Storage } from '../../storage/open.ts'
import type { Feeds } from '../index.ts'
import { claimOnDemand, selectFeeds } from '../../storage/feeds/feed-schedule.ts'

const START = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ANN = 'ann'

describe.each(kinds)('feeds that a reader asks for, on %s', (kind) => {
  let storage: Storage
  let feeds: Feeds
  let site: Site
  let now: number

  beforeEach(async () => {
    now = START
    storage = await openTestStorage(kind)
    site = await startSite()
    feeds = loopbackFeeds(storage, () => now, {
      // Each name is a separate site, served by the test's own.
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      limits: { time: 60_000, pause: 0 },
      stopTimeout: 0,
    })
  })
  afterEach(async () => {
    site.close()
    await feeds.stop()
    await storage.close()
  })
  const serves = (...guids: string[]) => {
    site.answer = (_, response) => void response.writeHead(200).end(rssOf(guids))
  }
  const follow = async (path: string) => (await feeds.follow(site.url + path)).id
  const feedOf = (id: string) => selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()
  const checked = async (id: string) => (await feeds.check(ANN, [id]))[0]

  test('they are fetched at once, but not twice within a minute', async () => {
    serves('a')
    const ids = [await follow('/1'), await follow('/2')]
    serves('a', 'b')
    expect(await feeds.check(ANN, ids)).toMatchObject(ids.map(() => ({ state: 'checked', asked: false })))
    now += 2 * MINUTE
    const before = site.requests.length
    const answers = await feeds.check(ANN, [...ids, 'unknown'])
    expect(answers).toHaveLength(2)
    for (const answer of answers)
      expect(answer).toMatchObject({ state: 'checked', asked: true, checkedAt: now, message: null })
    const entries = await storage.db.selectFrom('entries').select('guid').where('guid', '=', 'b').execute()
    expect(entries).toHaveLength(2)
    now += MINUTE / 2
    expect(await checked(ids[0] ?? '')).toMatchObject({ asked: false, checkedAt: now - MINUTE / 2 })
    expect(site.requests.length - before).toBe(2)
  })

  test('a site that wants to be left alone is, and a feed that is gone stays so', async () => {
    serves('a')
    const [busy, gone] = [await follow('/busy'), await follow('/gone')]
    site.answer = ({ url }, response) =>
      void (url === '/gone'
        ? response.writeHead(410).end()
        : response.writeHead(429, { 'retry-after': '600' }).end())
    now += 2 * MINUTE
    expect(await checked(gone)).toMatchObject({ state: 'gone', nextFetchAt: null })
    await checked(busy)
    now += 2 * MINUTE
    const before = site.requests.length
    const answer = await checked(busy)
    expect(answer).toMatchObject({ state: 'waiting', asked: false })
    expect(answer?.nextFetchAt).toBeGreaterThan(now)
    await checked(gone)
    expect(site.requests.length).toBe(before)
  })

  test('asking again and again does not make a feed rarer, and a failure is said', async () => {
    serves('a')
    const id = await follow('/1')
    const { nextFetchAt } = await feedOf(id)
    for (let time = 0; time < 5; time += 1) {
      now += 2 * MINUTE
      await checked(id)
    }
    expect((await feedOf(id)).nextFetchAt).toBeLessThanOrEqual(Math.max(nextFetchAt, now + 75 * MINUTE))
    site.answer = (_, response) => void response.writeHead(500).end()
    for (let time = 0; time < 5; time += 1) {
      now += 2 * MINUTE
      expect(await checked(id)).toMatchObject({ state: 'failed', message: expect.stringMatching(/500/) })
    }
    const failing = await feedOf(id)
    expect(failing.failures).toBe(1)
    expect(failing.nextFetchAt - now).toBeLessThanOrEqual(HOUR)
  })

  test('what takes long is answered before it ends, and only so many are fetched at once for a user', async () => {
    serves('a')
    const ids: string[] = []
    for (let number = 0; number < 30; number += 1) ids.push(await follow(`/${number}`))
    now += 2 * MINUTE
    site.answer = () => undefined
    const answers = await feeds.check(ANN, ids)
    expect(answers.map(({ state }) => state)).toEqual(ids.map(() => 'checking'))
    expect(answers.filter(({ asked }) => asked)).toHaveLength(24)
    expect((await feeds.check(ANN, ids)).filter(({ asked }) => asked)).toEqual([])
    const [other] = (await feeds.check('ben', ids)).filter(({ asked }) => asked)
    expect(other).toBeDefined()
  })

  test('a feed that another process fetches is not asked a second time', async () => {
    serves('a')
    const id = await follow('/1')
    now += 2 * MINUTE
    expect(await claimOnDemand(storage, [id], now)).toHaveLength(1)
    const before = site.requests.length
    expect(await checked(id)).toMatchObject({ state: 'checking', asked: false })
    expect(site.requests.length).toBe(before)
  })
})
