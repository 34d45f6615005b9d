/** The crawl: what a feed costs when it is new, unchanged, or one in ten that changed, beside the same work done bare. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import type { BareOrder, BareReply } from './crawl/bare-crawler.ts'
import { START } from './crawl/documents.ts'
import { startPlainSite, type PlainSite } from './crawl/plain-site.ts'
import { startProduct, type Product } from './crawl/product.ts'
import { judged, type Figure } from './figure.ts'
import { serverMemory } from './server-memory.ts'
import { median, type Cost } from './usage.ts'

export const name = 'crawl'
export const words =
  'CPU, time, memory and requests of a crawl: first, unchanged, a tenth changed (BENCH_FEEDS 100,500,1000; BENCH_RUNS 11)'

const SIZES = (process.env['BENCH_FEEDS'] ?? '100,500,1000').split(',').map(Number)
const RUNS = Number(process.env['BENCH_RUNS'] ?? 11)
const DELAYED = { feeds: 500, delay: 100 }
/** Every feed is due again after so long, whatever its pace. */
const LATER = 24 * 3_600_000

const PHASES = ['first', 'unchanged', 'changed'] as const
type Phase = (typeof PHASES)[number]
type Round = Cost & { readonly requests: number }
type Run = {
  readonly product: Record<Phase, Round>
  readonly bare: Record<Phase, Round>
  readonly peak: number
}

export async function* figures(): AsyncGenerator<Figure> {
  const firsts = new Map<number, { perFeed: number; peak: number }>()
  for (const feeds of SIZES) {
    const runs = await runsOf(feeds, 0)
    yield* figuresOf(`${feeds} feeds`, feeds, runs)
    const perFeed = middle(runs, ({ product }) => product.first.cpu) / feeds
    firsts.set(feeds, { perFeed, peak: middle(runs, ({ peak }) => peak) })
  }
  yield* growth(firsts)
  yield* serverMemory(name)
  yield* delayed()
}

const middle = (runs: readonly Run[], of: (run: Run) => number): number => median(runs.map(of))

/** Product and floor take turns, so that both meet the same machine. */
async function runsOf(feeds: number, delay: number): Promise<Run[]> {
  const runs: Run[] = []
  for (let at = 0; at < RUNS; at += 1) {
    const site = await startPlainSite(feeds)
    site.delay = delay
    runs.push(await oneRun(site))
    site.close()
  }
  return runs
}

async function oneRun(site: PlainSite): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const bare = await startChild<BareOrder, BareReply>(new URL('./crawl/bare-crawler.ts', import.meta.url), [
    join(folder, 'bare.sqlite'),
  ])
  const product = await startProduct(START)
  const counted = async (work: () => Promise<Cost>): Promise<Round> => {
    const before = site.counts.requests
    const cost = await work()
    return { ...cost, requests: site.counts.requests - before }
  }
  const costs = { product: {} as Record<Phase, Round>, bare: {} as Record<Phase, Round> }
  try {
    await product.ask({ kind: 'hold', urls: site.urls })
    for (const [at, phase] of PHASES.entries()) {
      if (phase === 'changed') site.change(0.1)
      costs.bare[phase] = await counted(() => bare.ask({ urls: site.urls }))
      costs.product[phase] = await counted(() => crawled(product, START + at * LATER))
    }
    const memory = await product.ask({ kind: 'memory' })
    return { ...costs, peak: memory.kind === 'memory' ? memory.peak : 0 }
  } finally {
    await Promise.all([product.close(), bare.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything is due, and is asked once. Counted where the work is done, as the floor's is: not the measure's own collecting. */
async function crawled(product: Product, now: number): Promise<Cost> {
  const reply = await product.ask({ kind: 'tick', now })
  if (reply.kind !== 'ticked' || reply.due > 0) throw new Error('The crawl did not come to its end')
  return reply.cost
}

const BARS: Record<Phase, number | undefined> = { first: 2.2, unchanged: 3, changed: undefined }

function* figuresOf(of: string, feeds: number, runs: readonly Run[]): Generator<Figure> {
  const at = (side: 'product' | 'bare', phase: Phase, key: keyof Round) =>
    middle(runs, (run) => run[side][phase][key])
  for (const phase of PHASES) {
    yield judged({
      bench: name,
      figure: `${phase}, ${of}`,
      product: at('product', phase, 'cpu') / feeds,
      floor: at('bare', phase, 'cpu') / feeds,
      unit: 'ms of CPU a feed',
      bar: BARS[phase],
    })
    yield judged({
      bench: name,
      figure: `${phase} by the clock, ${of}`,
      product: at('product', phase, 'wall'),
      floor: at('bare', phase, 'wall'),
      unit: 'ms',
    })
    yield judged({
      bench: name,
      figure: `requests, ${phase}, ${of}`,
      product: at('product', phase, 'requests'),
      bar: feeds,
      unit: 'requests',
    })
  }
  yield judged({
    bench: name,
    figure: `a tenth changed, against its parts, ${of}`,
    product: at('product', 'changed', 'cpu') / feeds,
    floor: (0.1 * at('product', 'first', 'cpu') + 1.2 * at('product', 'unchanged', 'cpu')) / feeds,
    bar: 1,
    unit: 'ms of CPU a feed; the floor is 0.1 of the first round and 1.2 of the unchanged one',
  })
  yield judged({
    bench: name,
    figure: `memory, ${of}`,
    product: middle(runs, ({ peak }) => peak) / 1e6,
    unit: 'MB resident at most',
  })
}

function* growth(firsts: ReadonlyMap<number, { perFeed: number; peak: number }>): Generator<Figure> {
  const [small, half, large] = [firsts.get(100), firsts.get(500), firsts.get(1000)]
  if (small && large)
    yield judged({
      bench: name,
      figure: 'a feed of 1,000 against one of 100',
      product: large.perFeed,
      floor: small.perFeed,
      bar: 1.1,
      unit: 'ms of CPU in the first round',
    })
  if (half && large)
    yield judged({
      bench: name,
      figure: 'memory at 1,000 against 500',
      product: large.peak / 1e6,
      floor: half.peak / 1e6,
      bar: 1.2,
      unit: 'MB resident at most',
    })
}

/** Sites that take their time: what counts is how many are waited for at once. */
async function* delayed(): AsyncGenerator<Figure> {
  const { feeds, delay } = DELAYED
  const runs = await runsOf(feeds, delay)
  for (const phase of PHASES)
    yield judged({
      bench: name,
      figure: `${phase} by the clock, ${feeds} feeds that answer after ${delay} ms`,
      product: middle(runs, ({ product }) => product[phase].wall),
      floor: middle(runs, ({ bare }) => bare[phase].wall),
      unit: 'ms',
    })
}
