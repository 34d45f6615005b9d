/** A thousand feeds, a third with faults, over several generations: nothing lost, nothing doubled, memory flat. */
import { editedTitle, entriesBy, GENERATION_MS, START } from './crawl/documents.ts'
import { faultOf, isHealthy } from './crawl/faults.ts'
import { startFeedSite, type FeedSite } from './crawl/feed-site.ts'
import { startProduct, type Product, type StoredFeed } from './crawl/product.ts'
import { judged, type Figure } from './figure.ts'
import { serverMemory } from './server-memory.ts'

export const name = 'endurance'
export const words =
  'a thousand feeds with all faults at once, generation after generation (BENCH_FEEDS, BENCH_GENERATIONS)'

const FEEDS = Number(process.env['BENCH_FEEDS'] ?? 1000)
const GENERATIONS = Number(process.env['BENCH_GENERATIONS'] ?? 8)
const STEP_MS = 30 * 60_000
/** Generations until caches and pools have their size. */
const WARM = 2

export async function* figures(): AsyncGenerator<Figure> {
  const site = await startFeedSite(FEEDS)
  const product = await startProduct(START)
  const curve: { rss: number; heap: number }[] = []
  try {
    await product.ask({ kind: 'follow', urls: site.urls, people: 1 })
    let stuck = 0
    for (let generation = 0; generation < GENERATIONS; generation += 1) {
      stuck += await live(site, product, generation)
      const stored = await storedIn(product)
      const state = compared(stored, generation)
      const memory = await product.ask({ kind: 'memory' })
      if (memory.kind === 'memory') curve.push(memory)
      const of = (figure: string, value: number, unit: string, bar?: number): Figure =>
        judged({
          bench: name,
          figure: `${figure} ${generation}`,
          product: value,
          unit,
          bar,
        })
      yield judged({
        bench: name,
        figure: `fresh ${generation}`,
        product: state.fresh,
        bar: 1,
        least: true,
        unit: `share of ${state.healthy} healthy feeds with all entries of the generation`,
      })
      yield of('lost', state.lost, 'entries', 0)
      yield of('doubled', state.doubled, 'entries', 0)
      yield of('unedited', state.unedited, 'edits that did not arrive in place', 0)
      yield of('ahead', state.ahead, 'entries dated in the future', 0)
      yield of('memory', (memory.kind === 'memory' ? memory.rss : 0) / 1e6, 'MB resident')
      yield of('heap', (memory.kind === 'memory' ? memory.heap : 0) / 1e6, 'MB of heap in use')
    }
    yield judged({
      bench: name,
      figure: 'stuck',
      product: stuck,
      bar: 0,
      unit: 'due feeds that were not asked',
    })
    yield judged({ bench: name, figure: 'requests', product: site.log.length, unit: 'requests' })
    for (const part of ['rss', 'heap'] as const)
      yield judged({
        bench: name,
        figure: `growth of ${part}`,
        product: curve.at(-1)?.[part] ?? 0,
        floor: curve[WARM - 1]?.[part] ?? 1,
        bar: 1.2,
        unit: `bytes, against those after generation ${WARM - 1}`,
      })
  } finally {
    await product.close()
    site.close()
  }
  yield* serverMemory(name)
}

/** One generation passes. @returns due feeds that were not requested */
async function live(site: FeedSite, product: Product, generation: number): Promise<number> {
  let stuck = 0
  const begin = START + generation * GENERATION_MS
  for (let now = begin; now < begin + GENERATION_MS; now += STEP_MS) {
    site.now = now
    const reply = await product.ask({ kind: 'tick', now })
    if (reply.kind === 'ticked') stuck += reply.due
  }
  return stuck
}

async function storedIn(product: Product): Promise<ReadonlyMap<number, StoredFeed>> {
  const reply = await product.ask({ kind: 'stored' })
  const feeds = reply.kind === 'stored' ? reply.feeds : []
  return new Map(feeds.map((feed) => [Number(/\d+$/.exec(feed.url)?.[0]), feed]))
}

type State = {
  healthy: number
  fresh: number
  lost: number
  doubled: number
  unedited: number
  ahead: number
}

function compared(stored: ReadonlyMap<number, StoredFeed>, generation: number): State {
  const healthy = Array.from({ length: FEEDS }, (_, feed) => feed).filter(isHealthy)
  const state = { healthy: healthy.length, fresh: 0, lost: 0, doubled: 0, unedited: 0, ahead: 0 }
  for (const feed of healthy) {
    const titles = stored.get(feed)?.titles ?? []
    const expected = entriesBy(feed, generation)
    // Titles are an entry's number, and what an edit added.
    const numbers = new Set(titles.map((title) => title.replace(/,.*/, '')))
    const edited = editedTitle(feed, generation)
    state.lost += Math.max(0, expected - numbers.size)
    state.doubled += titles.length - numbers.size
    // An entry that is named by its title and time is another one when these change.
    if (edited && faultOf(feed) !== 'noids' && !titles.includes(edited)) state.unedited += 1
    state.ahead += stored.get(feed)?.ahead ?? 0
    if (numbers.size === expected) state.fresh += 1
  }
  return { ...state, fresh: state.fresh / healthy.length }
}
