/** A reader's session with real keys, beside a bare page: next entry, palette, scrolling, a thousand entries opened. */
import { memoryOfTab, startBrowser, type Memory } from './client/browser.ts'
import { serveFloorPage } from './client/floor-page.ts'
import { openLibrary, post, type Library } from './client/library.ts'
import { buildWithCommands, serveFrom } from './client/many-commands.ts'
import type { LongTask } from './client/probe.ts'
import { manyEntries } from '../support/written-feeds.ts'
import {
  closeEntry,
  floorKind,
  openAndClose,
  openEntry,
  openSubject,
  productKind,
  readOn,
  scroll,
  search,
  switchViews,
  type Scrolled,
  type Subject,
} from './client/subject.ts'
import { longTasks, noLongTasks } from './client/tasks.ts'
import { judged, judging, type Figure } from './figure.ts'
import { each, inTurn, medians } from './interleave.ts'
import { median, quantile } from './usage.ts'

export const name = 'reading'
export const words =
  'next entry, list to entry and back (--phone), views, palette (also with 1,000 commands), scroll, memory at 10,000 and 100,000 entries (BENCH_ENTRIES, BENCH_OPENINGS)'

const SIZES = (process.env['BENCH_ENTRIES'] ?? '10000,100000').split(',').map(Number)
const OPENINGS = Number(process.env['BENCH_OPENINGS'] ?? 1000)
// A paint comes with a frame, so the median of a few lies in one frame or the next by chance.
const ROUNDS = 12
const PRESSES = 30
const SEARCHES = 40
const SCROLLS = 3
/** Commands on top of the product's own. */
const MANY = 900
/** From which length of the list the palette may take longer: design.md 7 */
const MANY_ENTRIES = 100_000

export async function* figures(): AsyncGenerator<Figure> {
  const library = await openLibrary()
  const floorPage = await serveFloorPage()
  const bare = await startBrowser()
  const before: Figure[] = []
  try {
    const many = await buildWithCommands(MANY)
    await followInAnotherView(library)
    for (const [at, size] of SIZES.entries()) {
      await library.fill(size)
      const product = await openSubject(library.browser, productKind, library.lectern.url)
      const floor = await openSubject(bare, floorKind, floorPage.address(size))
      await product.page.waitForTimeout(3000)
      const here: Figure[] = []
      for await (const figure of session(product, floor, size)) {
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
        const of = judging(name, (figure) => `${figure} at ${size}, ${MANY} more commands`)
        yield* palette(laden, floor, size, of)
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

/** A second view that has entries. */
async function followInAnotherView({ browser, lectern, feeds }: Library): Promise<void> {
  feeds.write('social', manyEntries('social', 50))
  const { page } = await browser.open()
  await page.goto(lectern.url)
  await post(page, '/subscriptions', { url: feeds.address('social'), view: 1 })
  await page.close()
}

async function* session(product: Subject, floor: Subject, size: number): AsyncGenerator<Figure> {
  const of = judging(name, (figure) => `${figure} at ${size}`)
  await openEntry(product)
  yield* nextEntry(product, floor, of)
  await closeEntry(product)
  yield* moves(product, of)
  yield* palette(product, floor, size, of)
  yield* scrolling(product, floor, of)
  yield of('layout shift', {
    product: await product.page.evaluate(() => window.bench.shifted()),
    bar: 0,
    unit: 'score of shifts that no press caused',
  })
  const tasks = [...(await longTasks(product)), ...(yield* openings(product, of))]
  yield of('long tasks', noLongTasks(tasks, 'from the start to the last opening'))
}
type Of = ReturnType<typeof judging>
const came = (time: number): boolean => !Number.isNaN(time)

async function* nextEntry(product: Subject, floor: Subject, of: Of): AsyncGenerator<Figure> {
  const subjects = { product, floor }
  await inTurn(1, subjects, (subject) => readOn(subject, 10))
  await product.page.evaluate(() => window.bench.shifted())
  const read = await inTurn(ROUNDS, subjects, (subject) => readOn(subject, PRESSES))
  const presses = read.product.flatMap(({ times }) => times)
  const painted = each(read, (runs) => runs.flatMap(({ times }) => times.filter(came)))
  yield of('next entry: CPU', { ...medians(read, ({ cpu }) => cpu), bar: 2.5, unit: 'ms a press' })
  yield of('next entry: painted p50', { ...each(painted, median), bar: 1.3, unit: 'ms' })
  const slowest = each(painted, (times) => quantile(times, 0.99))
  yield of('next entry: painted p99', { ...slowest, bar: 2, unit: 'ms' })
  const missed = presses.length - painted.product.length
  yield of('next entry: missed', { product: missed, bar: 0, unit: `of ${presses.length} presses` })
}

/** What a phone shows one after the other, and another view; the bare page has neither. */
async function* moves(product: Subject, of: Of): AsyncGenerator<Figure> {
  await switchViews(product)
  const switched = (await inTurn(ROUNDS, { product }, switchViews)).product.flat()
  yield of('switch of view: painted p50', { product: median(switched.filter(came)), unit: 'ms' })
  const missed = switched.filter((time) => !came(time)).length
  yield of('switch of view: missed', { product: missed, bar: 0, unit: `of ${switched.length}` })
  await openAndClose(product)
  const moved = (await inTurn(ROUNDS, { product }, openAndClose)).product.flatMap((one) => one ?? [])
  for (const [to, figure] of [
    ['row', 'next row'],
    ['entry', 'open an entry'],
    ['list', 'back to the list'],
  ] as const) {
    const times = moved.map((one) => one[to])
    if (times.length === 0) continue
    yield of(`${figure}: painted p50`, { product: median(times.filter(came)), unit: 'ms' })
    yield of(`${figure}: missed`, {
      product: times.filter((time) => !came(time)).length,
      bar: 0,
      unit: `of ${times.length}`,
    })
  }
  // A slow page answers these presses when the browser no longer counts its shifts as theirs.
  await product.page.evaluate(() => window.bench.shifted())
}

async function* palette(product: Subject, floor: Subject, entries: number, of: Of): AsyncGenerator<Figure> {
  const subjects = { product, floor }
  await inTurn(1, subjects, (subject) => search(subject, 'ent'))
  const searched = await inTurn(SEARCHES, subjects, (subject) => search(subject, 'entry'))
  const letters = each(searched, (runs) => median(runs.flatMap((run) => run.letters.filter(came))))
  const bar = entries >= MANY_ENTRIES ? 2 : 1.5
  yield of('palette: open', { ...medians(searched, ({ open }) => open), bar, unit: 'ms, median' })
  yield of('palette: a letter', { ...letters, bar, unit: 'ms, median' })
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

/** @returns the tasks over 50 ms meanwhile, without those in which the garbage was collected for a figure */
async function* openings(product: Subject, of: Of): AsyncGenerator<Figure, readonly LongTask[]> {
  const { page, kind } = product
  await page.keyboard.press('Home')
  await openEntry(product)
  const go = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press(at % 400 < 200 ? kind.keys.next : kind.keys.previous)
      await page.waitForTimeout(15)
    }
  }
  await go(400)
  const before = await longTasks(product)
  const start: Memory = await memoryOfTab(product)
  await longTasks(product)
  await go(OPENINGS)
  const tasks = [...before, ...(await longTasks(product))]
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
  return tasks
}

/**
 * What the larger library costs, against the smaller one. Minutes lie between the two: by how much the bare page, which was
 * measured with each in turn, has become slower or quicker meanwhile is the machine's doing.
 */
function* grown(before: readonly Figure[], after: readonly Figure[]): Generator<Figure> {
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
    if (small && large) {
      // A time by the clock is so many frames, in the bare page too: no measure of the machine.
      const isCpu = figure.endsWith('CPU')
      const drift = isCpu && small.floor && large.floor ? large.floor / small.floor : 1
      yield judged({
        bench: name,
        figure: `${figure}, ${SIZES.at(-1)} against ${SIZES[0]} entries`,
        product: large.product,
        floor: small.product * drift,
        bar: figure === 'heap' ? 1.3 : 1.15,
        unit: large.unit,
      })
    }
  }
}
