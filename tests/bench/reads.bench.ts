/** Reading: timelines, counts and entries of large libraries, alone, in a crowd, and while a crawl runs. */
import { randomUUID } from 'node:crypto'
import { startChild, type Child } from './child.ts'
import { judged, type Figure } from './figure.ts'
import type { BareOrder, BareReply } from './reads/bare.ts'
import { caseNames, casesOf, type Case, type CaseName } from './reads/cases.ts'
import { crawlBeside } from './reads/crawl-in-parallel.ts'
import { libraryOf, publishedAt, TOKEN, type Library } from './reads/library.ts'
import { load, type Loaded } from './reads/load.ts'
import { backendsOf, serveLibrary, type Served } from './reads/server.ts'
import { inTurn, medians } from './interleave.ts'
import { cpuFrom, median } from './usage.ts'

export const name = 'reads'
export const words =
  'reads against bare SQL, at 10,000 to 1,000,000 entries (BENCH_ENTRIES, BENCH_RUNS, BENCH_CASES=timeline,entry…, ' +
  'BENCH_PARTS=alone,crowd,marks,crawl,growth; PostgreSQL with LECTERN_TEST_DATABASE_URL)'

const SIZES = (process.env['BENCH_ENTRIES'] ?? '10000,100000,1000000').split(',').map(Number)
const RUNS = Number(process.env['BENCH_RUNS'] ?? 5)
const CASES = caseNames.filter((one) => process.env['BENCH_CASES']?.split(',').includes(one) ?? true)
const PARTS = (process.env['BENCH_PARTS'] ?? 'alone,crowd,marks,crawl,growth').split(',')
const CASE_MS = 1000
const WARM_MS = 2500
/** What a server that has just started needs until the same answer costs no less any more. */
const BEGIN_MS = 6000
const headers = { authorization: `Bearer ${TOKEN}` }

export async function* figures(): AsyncGenerator<Figure> {
  const server = process.env['LECTERN_TEST_DATABASE_URL']
  for (const url of process.env['BENCH_ENGINE'] === 'postgres'
    ? [server]
    : server
      ? [undefined, server]
      : [undefined]) {
    const libraries = new Map<number, Library>()
    for (const entries of SIZES) {
      const library = await libraryOf(entries, url)
      libraries.set(entries, library)
      yield* figuresOf(library)
    }
    if (PARTS.includes('growth')) yield* growth(libraries)
  }
}

type Bare = Child<BareOrder, BareReply & { port: number }> & { readonly pids: () => number[] }

async function* figuresOf(library: Library): AsyncGenerator<Figure> {
  const { DATA_DIR, DATABASE_URL } = library.env
  const child = await startChild<BareOrder, BareReply & { port: number }>(
    new URL('./reads/bare.ts', import.meta.url),
    [DATA_DIR, DATABASE_URL],
  )
  const bare = { ...child, pids: () => [child.pid, ...backendsOf(DATABASE_URL)] }
  const served = await warmedUp(library)
  try {
    if (PARTS.includes('alone')) yield* alone(served, bare, library)
    if (PARTS.includes('crowd')) yield* crowded(served, library)
    if (PARTS.includes('marks') && library.entries >= 200_000) yield* markAll(served, library)
  } finally {
    await Promise.all([child.end(), served.end()])
  }
  if (PARTS.includes('crawl')) yield* whileCrawling(library)
}

const engineOf = ({ kind }: Library): string => (kind === 'sqlite' ? 'SQLite' : 'PostgreSQL')
const nameOf = (library: Library): string =>
  `${library.entries.toLocaleString('en')} entries, ${engineOf(library)}`

const loadOf = (served: Served, { requests: list }: Case, connections: number, ms: number): Promise<Loaded> =>
  load(
    `${served.url}`,
    list.map(({ request }) => ({ ...request, path: `/api${request.path}` })),
    { headers, connections, ms, pids: served.pids },
  )

/** The server is warm when it is measured. */
async function warmedUp(library: Library): Promise<Served> {
  const served = await serveLibrary(library)
  await loadOf(served, casesOf(library.entries).timeline, 1, BEGIN_MS)
  return served
}

/** One after the other; product and floor take turns. */
async function* alone(served: Served, bare: Bare, library: Library): AsyncGenerator<Figure> {
  const cpu = {} as Record<CaseName, number>
  const cases = casesOf(library.entries)
  for (const one of CASES) {
    const results = cases[one]
    await loadOf(served, results, 1, WARM_MS)
    const runs: { product: Loaded; floor: number }[] = []
    for (let at = 0; at < RUNS; at += 1)
      runs.push({
        product: await loadOf(served, results, 1, CASE_MS),
        floor: await bareCpu(bare, one, results),
      })
    cpu[one] = median(runs.map(({ product }) => product.cpu))
    yield judged({
      bench: name,
      figure: `${results.words}, ${nameOf(library)}`,
      product: cpu[one],
      floor: median(runs.map(({ floor }) => floor)),
      bar: results.bar,
      unit: `ms of CPU; ${median(runs.map(({ product }) => product.p50)).toFixed(2)} ms by the clock`,
    })
  }
  if (cpu.far && cpu.timeline)
    yield judged({
      bench: name,
      figure: `1,000th page against the first, ${nameOf(library)}`,
      product: cpu.far,
      floor: cpu.timeline,
      bar: 1.5,
      unit: 'ms of CPU',
    })
}

/** ms of CPU for one bare answer, measured over about a second. */
async function bareCpu(bare: Bare, one: CaseName, { requests: list, http }: Case): Promise<number> {
  if (http) {
    const { port } = await bare.ask({ ask: one, times: 1, values: [list[0]?.values ?? []] })
    const requests = list.map(({ values }) => ({
      method: 'GET' as const,
      path: `/${one}?v=${String(values[0])}`,
    }))
    const input = { headers, connections: 1, ms: CASE_MS, pids: bare.pids }
    return (await load(`http://127.0.0.1:${port}`, requests, input)).cpu
  }
  const values = list.map(({ values: some }) => some)
  const began = performance.now()
  await bare.ask({ ask: one, times: 10, values })
  const times = Math.max(10, Math.ceil((10 * CASE_MS) / (performance.now() - began)))
  const taken = cpuFrom(bare.pids())
  await bare.ask({ ask: one, times, values })
  return taken() / times
}

const CROWDS = [8, 50] as const

async function* crowded(served: Served, library: Library): AsyncGenerator<Figure> {
  const cases = casesOf(library.entries)
  for (const connections of CROWDS)
    for (const one of CASES) {
      const { p50, p99, perSecond } = await loadOf(served, cases[one], connections, 2 * CASE_MS)
      yield judged({
        bench: name,
        figure: `${cases[one].words}, ${connections} connections, ${nameOf(library)}`,
        product: p50,
        unit: `ms by the clock; 99th ${p99.toFixed(1)} ms; ${perSecond.toFixed(0)} a second`,
      })
    }
}

/** One of a hundred is a dozen answers of a stretch: a single pause of the disk would be the figure. */
const STRETCHES = 3

async function stretches(served: Served, timeline: Case): Promise<readonly Loaded[]> {
  const ask = (one: Served) => loadOf(one, timeline, CROWDS[0], 4 * CASE_MS)
  return (await inTurn(STRETCHES, { served }, ask)).served
}

/** Without a crawl, and then the same with one, each on a server of its own that is as warm. */
async function* whileCrawling(library: Library): AsyncGenerator<Figure> {
  const { timeline } = casesOf(library.entries)
  const quiet = await serveLibrary(library)
  await loadOf(quiet, timeline, 1, WARM_MS)
  const floor = await stretches(quiet, timeline)
  await quiet.end()
  const crawl = await crawlBeside(library)
  const served = await serveLibrary(library)
  try {
    await crawl.begun()
    await loadOf(served, timeline, 1, WARM_MS)
    const before = crawl.requestCount()
    const product = await stretches(served, timeline)
    const middle = (of: (one: Loaded) => number): number => median(product.map(of))
    yield judged({
      bench: name,
      figure: `timeline while a crawl runs, 99th of 100, ${CROWDS[0]} connections, ${nameOf(library)}`,
      ...medians({ product, floor }, ({ p99 }) => p99),
      bar: 3,
      unit: `ms by the clock, against the same without a crawl; half within ${middle(({ p50 }) => p50).toFixed(1)} ms; ${middle(({ perSecond }) => perSecond).toFixed(0)} a second; ${crawl.requestCount() - before} feeds fetched meanwhile`,
    })
  } finally {
    await served.end()
    await crawl.end()
  }
}

/** Marks some 50,000 read while others read, then alone, and takes it back each time. */
async function* markAll(served: Served, library: Library): AsyncGenerator<Figure> {
  const { entries } = library
  const beside: (Marked & { readonly p99: number })[] = []
  for (let at = 0; at < RUNS; at += 1) {
    const reading = loadOf(served, casesOf(entries).timeline, 1, 2 * CASE_MS)
    const one = await markedAndBack(served, library)
    beside.push({ ...one, p99: (await reading).p99 })
  }
  const count = beside[0]?.count ?? 0
  const slowest = Math.max(...beside.map(({ p99 }) => p99))
  yield judged({
    bench: name,
    figure: `mark all read, ${nameOf(library)}`,
    product: median(beside.map(({ wall }) => wall)),
    bar: 1000,
    unit: `ms by the clock for ${count} entries; timelines meanwhile took ${slowest.toFixed(0)} ms at most`,
  })
  const marked: Marked[] = []
  for (let at = 0; at < RUNS; at += 1) marked.push(await markedAndBack(served, library))
  yield judged({
    bench: name,
    figure: `mark all read, alone, ${nameOf(library)}`,
    product: median(marked.map(({ cpu }) => cpu)),
    bar: 1000,
    unit: `ms of CPU for ${count} entries; ${median(marked.map(({ wall }) => wall)).toFixed(0)} ms by the clock`,
  })
}

type Marked = { readonly count: number; readonly wall: number; readonly cpu: number }

async function markedAndBack(served: Served, { entries }: Library): Promise<Marked> {
  const key = randomUUID()
  const json = { ...headers, 'content-type': 'application/json' }
  // Three of ten are followed, four of ten of those unread.
  const startTime = publishedAt(entries - Math.ceil(50_000 / 0.12), entries)
  const body = JSON.stringify({ view: 0, startTime })
  const [taken, began] = [cpuFrom(served.pids()), performance.now()]
  const marks = { method: 'POST', headers: { ...json, 'idempotency-key': key }, body }
  const answer = await fetch(`${served.url}/api/reads/all`, marks)
  const { data } = (await answer.json()) as { data: { read: Record<string, number> } }
  const [cpu, wall] = [taken(), performance.now() - began]
  const count = Object.values(data.read).reduce((sum, some) => sum + some, 0)
  const undo = { method: 'DELETE', headers: json, body: JSON.stringify({ batch: key }) }
  await (await fetch(`${served.url}/api/reads/all`, undo)).text()
  return { count, wall, cpu }
}

/** Growth is compared for responses of equal length: a feed of the smallest database has only ten entries. */
const baseOf = (one: CaseName): number => (one === 'feed' ? 100_000 : 10_000)

/** The large and the small database, each with its server, alternate, so that both meet the same machine. */
async function* growth(libraries: ReadonlyMap<number, Library>): AsyncGenerator<Figure> {
  const large = libraries.get(1_000_000)
  if (!large) return
  const product = await warmedUp(large)
  for (const base of new Set(CASES.map(baseOf))) {
    const small = libraries.get(base)
    if (!small) continue
    const floor = await warmedUp(small)
    for (const one of CASES.filter((some) => baseOf(some) === base)) {
      const subjects = {
        product: (ms: number) => loadOf(product, casesOf(large.entries)[one], 1, ms),
        floor: (ms: number) => loadOf(floor, casesOf(base)[one], 1, ms),
      }
      await subjects.product(WARM_MS)
      await subjects.floor(WARM_MS)
      const runs = await inTurn(RUNS, subjects, (ask) => ask(CASE_MS))
      yield judged({
        bench: name,
        figure: `${casesOf(base)[one].words} at 1,000,000 against ${base.toLocaleString('en')}, ${engineOf(large)}`,
        ...medians(runs, ({ cpu }) => cpu),
        bar: 1.3,
        unit: 'ms of CPU',
      })
    }
    await floor.end()
  }
  await product.end()
}
