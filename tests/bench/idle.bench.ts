/** What a server costs that nobody asks anything: its feeds are fetched, and none is due. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { feedsLeft, importFeeds, startServer } from './bench-server.ts'
import { startPlainSite } from './crawl/plain-site.ts'
import { judged, type Figure } from './figure.ts'

export const name = 'idle'
export const words = 'processor time and memory of an idle server with 500 feeds (BENCH_IDLE_SECONDS=600)'

const FEEDS = 500
const SECONDS = Number(process.env['BENCH_IDLE_SECONDS'] ?? 600)
/** ms until the first fetches, and what follows them, are over. */
const SETTLE = 60_000
/** Per cent of a core; MB resident (design.md 8). */
const BUDGETS = { cpu: 0.5, memory: 150 }

/** Linux only: elsewhere nothing is yielded. */
export async function* figures(): AsyncGenerator<Figure> {
  if (process.platform !== 'linux') return
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const site = await startPlainSite(FEEDS)
  const server = await startServer(folder)
  try {
    await importFeeds(server.url, site.urls)
    while (feedsLeft(folder) > 0) await pause(500)
    await pause(SETTLE)
    const before = server.cpuSeconds()
    const began = performance.now()
    await pause(SECONDS * 1000)
    const share = ((server.cpuSeconds() - before) / (performance.now() - began)) * 1000
    const figure = (what: string, product: number, bar: number, unit: string) =>
      judged({ bench: name, figure: `${what} of an idle server with ${FEEDS} feeds`, product, bar, unit })
    yield figure('processor', share * 100, BUDGETS.cpu, 'per cent of a core')
    yield figure('memory', server.resident(), BUDGETS.memory, 'MB resident')
  } finally {
    await server.stop()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
