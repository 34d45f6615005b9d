/** A reader's session with real keys, beside a bare page: next entry, palette, scrolling, a thousand entries opened. */
import { memoryOfTab, startBrowser, type Memory } from './client/browser.ts'
import { serveFloorPage } from './client/floor-page.ts'
import { openLibrary } from './client/library.ts'
import { buildWithCommands, serveFrom } from './client/many-commands.ts'
import {
  floorKind,
  openSubject,
  productKind,
  readOn,
  scroll,
  search,
  type Scrolled,
  type Subject,
} from './client/subject.ts'
import { judged, type Figure } from './figure.ts'
import { median, quantile } from './usage.ts'

export const name = 'reading'
export const words =
  'next entry, palette (also with 1,000 commands), scroll, memory at 10,000 and 100,000 entries (BENCH_ENTRIES, BENCH_OPENINGS)'

const SIZES = (process.env['BENCH_ENTRIES'] ?? '10000,100000').split(',').map(Number)
const OPENINGS = Number(process.env['BENCH_OPENINGS'] ?? 1000)
const ROUNDS = 6
const PRESSES = 30
const SCROLLS = 3
/** Commands on top of the product's own. */
const MANY = 900
/** From which length of the list the palette may take longer: design.md 7 */
const MANY_ENTRIES = 100_000

type Measured = { readonly figure: string; readonly product: number; readonly unit: string }

export async function* figures(): AsyncGenerator<Figure> {
  const library = await openLibrary()
  const floorPage = await serveFloorPage()
  const bare = await startBrowser()
  const before: Measured[] = []
  try {
    const many = await buildWithCommands(MANY)
    for (const [at, size] of SIZES.entries()) {
      await library.fill(size)
      const product = await openSubject(library.browser, productKind, library.lectern.url)
      const floor = await openSubject(bare, floorKind, floorPage.address(size))
      await product.page.waitForTimeout(3000)
      const here: Measured[] = []
      for await (const figure of session(product, floor, String(size))) {
        here.push(figure)
        yield figure
      }
      if (at === 0) before.push(...here)
      else yield* grown(before, here)
      await product.page.close()
      if (at === SIZES.length - 1) {
        await serveFrom(library.browser, library.lectern.url, many)
        const laden = await openSubject(library.browser, productKind, library.lectern.url)
        await laden.page.waitForTimeout(3000)
        yield* palette(laden, floor, size, (figure, given) =>
          judged({ bench: name, figure: `${figure} at ${size}, ${MANY} more commands`, ...given }),
        )
        await laden.page.close()
      }
      await floor.page.close()
    }
  } finally {
    await library.close()
    await bare.close()
    floorPage.close()
  }
}

async function* session(product: Subject, floor: Subject, size: string): AsyncGenerator<Figure> {
  const of = (figure: string, given: Partial<Figure> & { product: number; unit: string }) =>
    judged({ bench: name, figure: `${figure} at ${size}`, ...given })
  yield* nextEntry(product, floor, of)
  yield* palette(product, floor, Number(size), of)
  yield* scrolling(product, floor, of)
  yield of('layout shift', {
    product: await product.page.evaluate(() => window.bench.shifted()),
    bar: 0,
    unit: 'score of shifts that no press caused',
  })
  const tasks = await product.page.evaluate(() => window.bench.longTasks())
  yield of('long tasks', {
    product: tasks.length,
    bar: 0,
    unit: `tasks over 50 ms, longest ${Math.max(0, ...tasks)} ms`,
  })
  yield* openings(product, of)
}
type Of = (figure: string, given: Partial<Figure> & { product: number; unit: string }) => Figure

async function* nextEntry(product: Subject, floor: Subject, of: Of): AsyncGenerator<Figure> {
  const both = {
    product: { times: [] as number[], cpus: [] as number[] },
    floor: { times: [] as number[], cpus: [] as number[] },
  }
  for (const subject of [product, floor]) await readOn(subject, 10)
  await product.page.evaluate(() => (window.bench.longTasks(), window.bench.shifted()))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [subject, kept] of [
      [product, both.product],
      [floor, both.floor],
    ] as const) {
      const { times, cpu } = await readOn(subject, PRESSES)
      kept.times.push(...times)
      kept.cpus.push(cpu)
    }
  const missed = both.product.times.filter(Number.isNaN).length
  const [ours, bare] = [both.product.times, both.floor.times].map((times) =>
    times.filter((time) => !Number.isNaN(time)),
  )
  yield of('next entry: CPU', {
    product: median(both.product.cpus),
    floor: median(both.floor.cpus),
    bar: 2.5,
    unit: 'ms a press',
  })
  yield of('next entry: painted p50', {
    product: median(ours ?? []),
    floor: median(bare ?? []),
    bar: 1.3,
    unit: 'ms',
  })
  yield of('next entry: painted p99', {
    product: quantile(ours ?? [], 0.99),
    floor: quantile(bare ?? [], 0.99),
    bar: 2,
    unit: 'ms',
  })
  yield of('next entry: missed', { product: missed, bar: 0, unit: `of ${both.product.times.length} presses` })
}

async function* palette(product: Subject, floor: Subject, entries: number, of: Of): AsyncGenerator<Figure> {
  const times = {
    product: { open: [] as number[], letters: [] as number[] },
    floor: { open: [] as number[], letters: [] as number[] },
  }
  for (const subject of [product, floor]) await search(subject, 'ent')
  for (let round = 0; round < 8; round += 1)
    for (const [subject, kept] of [
      [product, times.product],
      [floor, times.floor],
    ] as const) {
      const { open, letters } = await search(subject, 'entry')
      kept.open.push(open)
      kept.letters.push(...letters.filter((time) => !Number.isNaN(time)))
    }
  const bar = entries >= MANY_ENTRIES ? 2 : 1.5
  yield of('palette: open', {
    product: median(times.product.open),
    floor: median(times.floor.open),
    bar,
    unit: 'ms, median',
  })
  yield of('palette: a letter', {
    product: median(times.product.letters),
    floor: median(times.floor.letters),
    bar,
    unit: 'ms, median',
  })
}

async function* scrolling(product: Subject, floor: Subject, of: Of): AsyncGenerator<Figure> {
  const all: { ours: Scrolled; bare: Scrolled }[] = []
  for (let round = 0; round < SCROLLS; round += 1) {
    const bare = await scroll(floor, 40_000)
    all.push({ bare, ours: await scroll(product, 40_000) })
  }
  const middle = (read: (both: (typeof all)[number]) => number) => median(all.map(read))
  yield of('scroll: moved', {
    product: middle(({ ours }) => ours.moved),
    bar: 39_000,
    least: true,
    unit: 'px of 40,000',
  })
  yield of('scroll: dropped frames', {
    product: middle(({ ours, bare }) => ours.dropped - bare.dropped),
    bar: 2,
    unit: `points above the bare page's ${middle(({ bare }) => bare.dropped).toFixed(1)} %`,
  })
  yield of('scroll: blank frames', { product: middle(({ ours }) => ours.blank), bar: 0, unit: '%' })
  yield of('scroll: CPU', {
    product: middle(({ ours }) => ours.cpu),
    floor: middle(({ bare }) => bare.cpu),
    unit: 'ms for 1,000 px',
  })
}

async function* openings(product: Subject, of: Of): AsyncGenerator<Figure> {
  const { page } = product
  await page.keyboard.press('Home')
  const go = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press(at % 400 < 200 ? 'j' : 'k')
      await page.waitForTimeout(15)
    }
  }
  await go(400)
  const start: Memory = await memoryOfTab(product)
  await go(OPENINGS)
  const end: Memory = await memoryOfTab(product)
  yield of('openings: heap', {
    product: (end.heap - start.heap) / OPENINGS / 1000,
    bar: 1,
    unit: 'kB an entry',
  })
  yield of('openings: nodes', { product: end.nodes - start.nodes, bar: 200, unit: 'more after all of them' })
  yield of('openings: listeners', {
    product: end.listeners - start.listeners,
    bar: 20,
    unit: 'more after all of them',
  })
  yield of('heap', { product: end.heap / 1e6, unit: 'MB in use' })
}

/** What the larger library costs, against the smaller one. */
function* grown(before: readonly Measured[], after: readonly Measured[]): Generator<Figure> {
  for (const figure of [
    'next entry: CPU',
    'next entry: painted p50',
    'palette: open',
    'palette: a letter',
    'scroll: CPU',
    'heap',
  ]) {
    const [small, large] = [before, after].map((list) =>
      list.find((one) => one.figure.startsWith(`${figure} at`)),
    )
    if (small && large)
      yield judged({
        bench: name,
        figure: `${figure}, ${SIZES.at(-1)} against ${SIZES[0]} entries`,
        product: large.product,
        floor: small.product,
        bar: figure === 'heap' ? 1.3 : 1.15,
        unit: large.unit,
      })
  }
}
