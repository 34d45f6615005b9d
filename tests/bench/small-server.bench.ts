/** A day of a server on a small machine: 512 MB, one core, a thousand feeds, of which a tenth brings something each hour. */
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { feedsLeft, importFeeds, startServer } from './bench-server.ts'
import { startPlainSite } from './crawl/plain-site.ts'
import { judged, type Figure } from './figure.ts'

export const name = 'small-server'
export const words =
  'a simulated day of 1,000 feeds on 512 MB and one core: memory, processor (BENCH_FEEDS, BENCH_HOURS; root for the limit)'

const FEEDS = Number(process.env['BENCH_FEEDS'] ?? 1000)
const HOURS = Number(process.env['BENCH_HOURS'] ?? 24)
const LIMIT_MB = 512
const HOUR_MS = 3_600_000
/** Hours after which the memory is a figure. */
const LOOKS = [1, 6, 12, 24]
const CHANGED = 0.1
/** design.md 8: the peak of a crawl of 1,000 feeds, and what stays of it; MB resident */
const BUDGETS = { peak: 250, later: 150 }
/** In a real hour the server is idle for longer than it needs to return memory. */
const SETTLE_MS = 15_000

/** Linux only: elsewhere nothing is yielded. */
export async function* figures(): AsyncGenerator<Figure> {
  if (process.platform !== 'linux') return
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const site = await startPlainSite(FEEDS)
  const group = limitMemory()
  const server = await startServer(folder, ['taskset', '-c', '0', ...group.within])
  const figure = (what: string, product: number, unit: string, bar?: number): Figure =>
    judged({ bench: name, figure: what, product, unit, ...(bar !== undefined && { bar }) })
  const resident = new Map<number, number>()
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, server.resident())), 100)
  try {
    const cookie = await importFeeds(server.url, site.urls)
    while (feedsLeft(folder) > 0) await pause(200)
    yield figure('peak of the import', peak, 'MB resident', BUDGETS.peak)
    const [cpu, requests] = [server.cpuSeconds(), site.counts.requests]
    peak = 0
    let late = 0
    for (let hour = 1; hour <= HOURS; hour += 1) {
      site.change(CHANGED)
      moveClock(folder, HOUR_MS)
      late += await quiet(folder)
      await read(server.url, cookie)
      if (!LOOKS.includes(hour)) continue
      await pause(SETTLE_MS)
      resident.set(hour, server.resident())
      yield figure(`after hour ${hour}`, server.resident(), 'MB resident', BUDGETS.later)
    }
    const fetched = site.counts.requests - requests
    const used = server.cpuSeconds() - cpu
    yield judged({
      bench: name,
      figure: 'growth from the first hour to the last',
      product: resident.get(HOURS) ?? 0,
      floor: resident.get(1) ?? 1,
      bar: 1.1,
      unit: 'MB resident',
    })
    yield figure('peak of the day', peak, 'MB resident', BUDGETS.peak)
    yield figure('processor', used, `s of the processor in ${HOURS} hours`)
    yield figure('a fetch', (used * 1000) / fetched, `ms of the processor, ${fetched} fetches`)
    yield figure('late', late, 'feeds that an hour did not fetch', 0)
    yield* group.figures(figure)
  } finally {
    clearInterval(watch)
    await server.stop()
    site.close()
    group.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What was to happen in that time is due now. */
function moveClock(folder: string, ms: number): void {
  const database = open(folder)
  database.exec(`begin immediate;
    update "feedSchedule" set "nextFetchAt" = "nextFetchAt" - ${ms}, "checkedAt" = "checkedAt" - ${ms}, "waitUntil" = "waitUntil" - ${ms};
    update jobs set "runAt" = "runAt" - ${ms};
    commit`)
  database.close()
}

/** @returns feeds that are still due after ten minutes */
async function quiet(folder: string): Promise<number> {
  const database = open(folder)
  const due = database.prepare(
    `select count(*) as due from "feedSchedule" where followed = 1 and gone = 0 and ("nextFetchAt" <= ? or lease > ?)`,
  )
  let left = 0
  for (const until = Date.now() + 600_000; Date.now() < until; await pause(500)) {
    left = Number(due.get(Date.now(), Date.now())?.['due'])
    if (left === 0) break
  }
  database.close()
  return left
}

/** What a reader does who looks in: the list, its counts. */
async function read(url: string, cookie: string): Promise<void> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  for (let look = 0; look < 10; look += 1) {
    const page = await fetch(`${url}/api/entries`, { method: 'POST', headers, body: '{"view":0}' })
    const counts = await fetch(`${url}/api/reads`, { headers })
    if (!page.ok || !counts.ok) throw new Error(`The server answered ${page.status} and ${counts.status}`)
    await Promise.all([page.text(), counts.text()])
  }
}

const open = (folder: string): DatabaseSync =>
  new DatabaseSync(join(folder, 'lectern.sqlite'), { timeout: 30_000 })

type Named = (what: string, product: number, unit: string, bar?: number) => Figure

/** A memory group of cgroup v1; where it cannot be made, only the resident memory is measured. */
function limitMemory() {
  const path = `/sys/fs/cgroup/memory/lectern-bench-${process.pid}`
  try {
    mkdirSync(path)
    writeFileSync(join(path, 'memory.limit_in_bytes'), String(LIMIT_MB * 1024 * 1024))
  } catch {
    return { within: [], *figures(): Generator<Figure> {}, end: () => undefined }
  }
  const fileOf = (file: string): string => readFileSync(join(path, file), 'utf8')
  return {
    within: ['sh', '-c', `echo $$ > ${path}/cgroup.procs && exec "$0" "$@"`],
    *figures(figure: Named): Generator<Figure> {
      const kills = /oom_kill (\d+)/.exec(fileOf('memory.oom_control'))?.[1]
      yield figure('killed', Number(kills), 'processes for want of memory', 0)
      const most = Number(fileOf('memory.max_usage_in_bytes')) / 1e6
      yield figure(
        'most of the limit',
        most,
        `MB of ${LIMIT_MB} MiB, files that the system has cached included`,
      )
    },
    end: () => rmdirSync(path),
  }
}
