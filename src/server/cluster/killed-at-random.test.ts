/** Workers that are killed while they fetch; without LECTERN_TEST_DATABASE_URL there is no PostgreSQL to run them on. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LONGEST_START_MS, startFleet, type Fleet } from '../../../tests/support/fleet.ts'
import { seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { rssOf } from '../../../tests/support/site.ts'
import { seedUser } from '../../../tests/support/storage.ts'
import { openAsItIs } from '../storage/open.ts'

/** Workers start in it, one after another. */
const LONGEST_MS = 300_000
const WORKERS = 3
const SITES = 30
/** More than two workers claim at once. */
const FEEDS = 540
const ANSWER_MS = 300
const NEVER = Date.UTC(2100, 0, 1)

/** Counts open requests: of each feed and of each site, now and at most. */
async function startSites() {
  const open = new Map<string, number>()
  const most = { feed: 0, site: 0 }
  const requested = new Set<string>()
  const answering = Promise.withResolvers<void>()
  const count = (of: 'feed' | 'site', name: string, by: number): void => {
    const now = (open.get(name) ?? 0) + by
    open.set(name, now)
    most[of] = Math.max(most[of], now)
  }
  const server = createServer((request, response) => {
    const site = request.headers.host ?? ''
    const feed = `http://${site}${request.url}`
    requested.add(feed)
    count('feed', feed, 1)
    count('site', site, 1)
    response.once('close', () => {
      count('feed', feed, -1)
      count('site', site, -1)
    })
    const answer = () =>
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssOf([feed, `${feed} 2`]))
    void answering.promise.then(() => setTimeout(answer, ANSWER_MS))
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    most,
    requested,
    /** No response is sent before. */
    begin: answering.resolve,
    urls: Array.from({ length: FEEDS }, (_, at) => `http://127.0.3.${(at % SITES) + 1}:${port}/${at}.xml`),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.skipIf(!process.env['LECTERN_TEST_DATABASE_URL'])(
  'workers behind a pooler, killed at random',
  () => {
    let starting: Promise<Fleet>
    let sites: Awaited<ReturnType<typeof startSites>>
    beforeEach(async () => {
      sites = await startSites()
      starting = startFleet({ servers: 0, workers: WORKERS, pooled: 8 })
      await starting
    }, LONGEST_START_MS)
    afterEach(async () => {
      sites.close()
      const fleet = await starting
      await fleet.end()
    }, LONGEST_START_MS)

    test(
      'no entry is stored twice, no feed fetched by two at once, and the others take over what has expired',
      async () => {
        const { urls, most, requested, begin } = sites
        const { rows, workers, kill, stop, addWorker, database } = await starting
        const count = async (what: string) =>
          Number((await rows<{ n: string }>(`select count(*) as n from ${what}`))[0]?.n)
        const until = async (reached: () => Promise<boolean>): Promise<void> => {
          for (let waited = 0; waited < LONGEST_MS / 2; waited += 20) {
            if (await reached()) return
            await pause(20)
          }
          throw new Error('It was never reached.')
        }
        const storage = openAsItIs({ url: database, dir: '' })
        const reader = await seedUser(storage)
        for (const url of urls)
          await seedSubscription(storage, reader, await seedFeed(storage, { url, nextFetchAt: NEVER }))
        await storage.close()
        await rows('update "feedSchedule" set "nextFetchAt" = 0')
        // Now each worker has some.
        await until(async () => (await count('"feedSchedule" where lease > 0')) === FEEDS)
        begin()

        const living = [...workers]
        const dead: ChildProcess[] = []
        const moments: number[] = []
        const owners = () => dead.map(({ pid }) => `${hostname()} ${pid}`)
        for (let killed = 0; killed < WORKERS; killed += 1) {
          const moment = Math.round(Math.random() * 600)
          moments.push(moment)
          await pause(moment)
          const [victim] = living.splice(Math.floor(Math.random() * living.length), 1)
          if (!victim) break
          await kill(victim)
          dead.push(victim)
          // Its slots of sites are free for the others as soon as they expire.
          await rows(`update leases set "expiresAt" = 1 where owner = any($1)`, [owners()])
          living.push(await addWorker())
        }
        // Those that stop release what they have: all other leases are those of killed ones.
        const { codes } = await stop()
        expect(codes, `killed after ${moments.join(', ')} ms`).toEqual(Array(WORKERS).fill(0))
        const left = await rows<{ owner: string }>('select owner from leases')
        expect(owners()).toEqual(expect.arrayContaining(left.map(({ owner }) => owner)))
        expect(await count('"feedSchedule" where lease > 0')).toBeGreaterThan(0)
        const waiting = await count('"feedSchedule" where "nextFetchAt" = 0')

        await Promise.all(workers.map(addWorker))
        await until(async () => (await count('"feedSchedule" where "nextFetchAt" = 0 and lease = 0')) === 0)
        expect(waiting).toBeGreaterThan(0)
        await rows('update "feedSchedule" set lease = 1 where lease > 0')
        await until(async () => (await count('"feedSchedule" where "nextFetchAt" = 0')) === 0)

        expect(requested).toEqual(new Set(urls))
        expect(await count('feeds where "errorMessage" is not null')).toBe(0)
        expect(await count('entries')).toBe(FEEDS * 2)
        expect(await count('(select distinct "feedId", guid from entries) as once')).toBe(FEEDS * 2)
        expect(await count('(select distinct id from entries) as once')).toBe(FEEDS * 2)
        expect(most.feed, `killed after ${moments.join(', ')} ms`).toBe(1)
        expect(most.site).toBeLessThanOrEqual(2)
      },
      LONGEST_MS,
    )
  },
)
