/** Real processes on one PostgreSQL; needs LECTERN_TEST_DATABASE_URL. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LONGEST_START_MS, startFleet, type Fleet } from '../../../tests/support/fleet.ts'
import { rssOf } from '../../../tests/support/site.ts'

const SITES = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
const FEEDS_EACH = 20
const LONGEST_MS = 120_000

/** Slow sites that count the requests for each feed and concurrent ones. */
async function startSites() {
  const requests = new Map<string, number>()
  const now = new Map<string, number>()
  const most = new Map<string, number>()
  let delay = 40
  const server: Server = createServer((request, response) => {
    const site = (request.headers.host ?? '').split(':')[0] ?? ''
    const feed = `${site}${request.url}`
    requests.set(feed, (requests.get(feed) ?? 0) + 1)
    now.set(site, (now.get(site) ?? 0) + 1)
    most.set(site, Math.max(most.get(site) ?? 0, now.get(site) ?? 0))
    setTimeout(() => {
      now.set(site, (now.get(site) ?? 0) - 1)
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssOf([feed, `${feed} 2`]))
    }, delay)
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const feeds = SITES.flatMap((site) =>
    Array.from({ length: FEEDS_EACH }, (_, at) => `http://${site}:${port}/${at}.xml`),
  )
  return {
    requests,
    most,
    feeds,
    slow: (ms: number) => {
      delay = ms
    },
    forget: () => [requests, most].forEach((map) => map.clear()),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** `pooled`: the number of the pooler's connections. */
const ways = [
  { way: 'directly', pooled: 0 },
  { way: 'through a pooler in transaction mode', pooled: 6 },
]

describe.skipIf(!process.env['LECTERN_TEST_DATABASE_URL']).each(ways)(
  'many processes on one PostgreSQL, $way',
  ({ pooled }) => {
    let starting: Promise<Fleet>
    let fleet: Fleet
    let sites: Awaited<ReturnType<typeof startSites>>
    beforeAll(async () => {
      sites = await startSites()
      starting = startFleet({ servers: 2, workers: 2, pooled })
      fleet = await starting
    }, LONGEST_START_MS)
    afterAll(async () => {
      sites.close()
      // Also when the start took too long: its processes would stay.
      await (await starting).end()
    }, LONGEST_START_MS)

    const until = async (sql: string): Promise<void> => {
      for (let waited = 0; waited < LONGEST_MS / 2; waited += 100) {
        const [row] = await fleet.rows<{ n: string }>(sql)
        if (row?.n === '0') return
        await pause(100)
      }
      throw new Error(`It never came to nothing: ${sql}`)
    }
    const times = () => [...sites.requests.values()]

    test(
      'an import on one server is fetched by all, each feed once, and no site by more than two at once',
      async () => {
        const [first = '', second = ''] = fleet.servers
        const signUp = await fetch(`${first}/api/better-auth/sign-up/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: first },
          body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse', name: 'Ada' }),
        })
        const { token } = (await signUp.json()) as { token: string }
        const authorization = `Bearer ${token}`
        const body = `<opml version="2.0"><body>${sites.feeds.map((url) => `<outline type="rss" xmlUrl="${url}"/>`).join('')}</body></opml>`
        await fetch(`${first}/api/subscriptions/import`, { method: 'POST', headers: { authorization }, body })
        await until(`select count(*) as n from "importLines" where outcome is null`)
        expect(times()).toEqual(Array(sites.feeds.length).fill(1))
        expect(Math.max(...sites.most.values())).toBeLessThanOrEqual(2)
        const [entries] = await fleet.rows(
          `select count(*) as n, count(distinct id) as ids, count(distinct "feedId") as feeds from entries`,
        )
        expect(entries).toEqual({ n: '120', ids: '120', feeds: '60' })
        // The second server has the session and the entries of the first.
        const answer = await fetch(`${second}/api/reads/total-count`, { headers: { authorization } })
        expect(await answer.json()).toEqual({ code: 0, data: { count: 120 } })
      },
      LONGEST_MS,
    )

    test(
      'feeds that are due are fetched once by whoever claims them',
      async () => {
        sites.forget()
        await fleet.rows(`update "feedSchedule" set "nextFetchAt" = 0`)
        await until(`select count(*) as n from "feedSchedule" where "nextFetchAt" = 0 or lease > 0`)
        expect(times()).toEqual(Array(sites.feeds.length).fill(1))
        expect(Math.max(...sites.most.values())).toBeLessThanOrEqual(2)
      },
      LONGEST_MS,
    )

    test(
      'each process makes ids under a number of its own',
      async () => {
        const rows = await fleet.rows(`select owner from leases where name like 'process %'`)
        expect(new Set(rows.map(({ owner }) => owner)).size).toBe(4)
        // The slots of the sites are free again.
        await until(`select count(*) as n from leases where name not like 'process %'`)
      },
      LONGEST_MS,
    )

    test(
      'what a killed worker had in hand is fetched by the others once its lease has run out',
      async () => {
        sites.forget()
        sites.slow(400)
        await fleet.rows(`update "feedSchedule" set "nextFetchAt" = 0`)
        for (const worker of fleet.workers) {
          await pause(700)
          await fleet.kill(worker)
        }
        sites.slow(5)
        // All leases of killed processes expire.
        await fleet.rows(`update "feedSchedule" set lease = 1 where lease > 0`)
        await fleet.rows(`update leases set "expiresAt" = 1 where owner = any($1)`, [
          fleet.workers.map(({ pid }) => `${hostname()} ${pid}`),
        ])
        await until(
          `select count(*) as n from feeds join "feedSchedule" s on s."feedId" = id where s."nextFetchAt" = 0 or "errorMessage" is not null`,
        )
        expect(new Set(sites.requests.keys()).size).toBe(sites.feeds.length)
        const [entries] = await fleet.rows(`select count(*) as n from entries`)
        expect(entries).toEqual({ n: '120' })
      },
      LONGEST_MS,
    )
  },
)
