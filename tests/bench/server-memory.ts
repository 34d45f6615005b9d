/** How much memory `npm start` holds: after its start, at the peak of a first crawl, and a minute later. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { feedsLeft, importFeeds, startServer } from './bench-server.ts'
import { startPlainSite } from './crawl/plain-site.ts'
import { judged, type Figure } from './figure.ts'

const FEEDS = 1000
/** ms */
const AFTER_START = 10_000
const AFTER_CRAWL = 60_000
/** design.md 8, MB resident of the server process */
const BUDGETS = { start: 120, peak: 250, later: 150 }

/** Linux only: elsewhere nothing is yielded. @param bench whose figures they are */
export async function* serverMemory(bench: string): AsyncGenerator<Figure> {
  if (process.platform !== 'linux') return
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const site = await startPlainSite(FEEDS)
  const server = await startServer(folder)
  const figure = (name: string, product: number, bar: number) =>
    judged({ bench, figure: `server memory ${name}`, product, bar, unit: 'MB resident' })
  try {
    await pause(AFTER_START)
    yield figure('at start', server.resident(), BUDGETS.start)
    await importFeeds(server.url, site.urls)
    let peak = 0
    while (feedsLeft(folder) > 0) {
      peak = Math.max(peak, server.resident())
      await pause(100)
    }
    yield figure(`at the peak of a crawl of ${FEEDS} feeds`, peak, BUDGETS.peak)
    await pause(AFTER_CRAWL)
    yield figure('a minute after the crawl', server.resident(), BUDGETS.later)
  } finally {
    await server.stop()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
