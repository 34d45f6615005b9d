/**
 * Several crawl workers on one PostgreSQL, whose sites are slow: how many feeds they fetch in a second, and whether any was
 * fetched twice.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openAsItIs } from '../../src/server/storage/open.ts'
import { seedFeed, seedSubscription } from '../support/library.ts'
import { startFleet } from '../support/fleet.ts'
import { seedUser } from '../support/storage.ts'
import { startPlainSite } from './crawl/plain-site.ts'
import { judged, type Figure } from './figure.ts'
import { cpuFrom } from './usage.ts'

export const name = 'workers'
export const words =
  'one, two and four workers on one PostgreSQL (LECTERN_TEST_DATABASE_URL; BENCH_FEEDS 768; BENCH_DELAY 8000 ms)'

const FEEDS = Number(process.env['BENCH_FEEDS'] ?? 768)
const DELAY_MS = Number(process.env['BENCH_DELAY'] ?? 8000)
/** How many workers, and how many times as many feeds as one fetches they must reach where all wait for the sites. */
const COUNTS: readonly (readonly [workers: number, bar?: number])[] = [[1], [2, 1.8], [4, 3.2]]

export async function* figures(): AsyncGenerator<Figure> {
  if (!process.env['LECTERN_TEST_DATABASE_URL']) return
  let alone = 0
  for (const [workers, bar] of COUNTS) {
    const { perSecond, cpu, requests } = await crawled(workers)
    if (workers === 1) alone = perSecond
    const unit = `feeds a second, first fetch, sites that answer after ${DELAY_MS} ms; ${cpu.toFixed(1)} ms of the workers' CPU a feed`
    yield judged({
      bench: name,
      figure: `${workers} workers`,
      product: perSecond,
      ...(bar !== undefined && { floor: alone, bar, least: true }),
      unit,
    })
    yield judged({
      bench: name,
      figure: `requests of ${workers} workers`,
      product: requests,
      bar: FEEDS,
      unit: `requests for ${FEEDS} feeds`,
    })
  }
}

async function crawled(workers: number): Promise<{ perSecond: number; cpu: number; requests: number }> {
  const fleet = await startFleet({ servers: 0, workers })
  const site = await startPlainSite(FEEDS)
  site.delay = DELAY_MS
  const storage = openAsItIs({ url: fleet.database, dir: '' })
  try {
    const reader = await seedUser(storage)
    for (const url of site.urls) {
      const never = { title: null, checkedAt: null, nextFetchAt: Date.UTC(2100, 0, 1) }
      await seedSubscription(storage, reader, await seedFeed(storage, { url, ...never }))
    }
    const taken = cpuFrom(fleet.workers.flatMap(({ pid }) => pid ?? []))
    await storage.db.updateTable('feedSchedule').set({ nextFetchAt: 0 }).execute()
    // A worker looks for due feeds every few seconds: the clock starts when one has found them.
    for (let left = 1000; left > 0 && site.counts.requests === 0; left -= 1) await pause(10)
    const began = performance.now()
    for (let left = 6000; left > 0; left -= 1) {
      const waiting = await storage.db
        .selectFrom('feedSchedule')
        .select('feedId')
        .where('checkedAt', 'is', null)
        .execute()
      if (waiting.length === 0) break
      await pause(50)
    }
    const seconds = (performance.now() - began) / 1000
    return { perSecond: FEEDS / seconds, cpu: taken() / FEEDS, requests: site.counts.requests }
  } finally {
    await storage.close()
    site.close()
    await fleet.end()
  }
}
