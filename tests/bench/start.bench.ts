/** What a start costs with little and with much at hand, with the server and without, and what it fetches until the list shows. */
import { get } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import type { Request } from '@playwright/test'
import { STORED_COOKIE } from '../../src/core/user-cookie.ts'
import { STARTUP_CACHE_KEY } from '../../src/startup/startup-cache/types.ts'
import { endWorkers, startBrowser, type Browser } from './client/browser.ts'
import { keepFloorPage, serveFloorPage } from './client/floor-page.ts'
import { openBareOrigin, openStored, type Library } from './client/library.ts'
import { switchPlugins } from './client/plugins.ts'
import type { LongTask } from './client/probe.ts'
import { rowsShown, watchRows } from './client/rows-shown.ts'
import { floorKind, productKind, type Kind } from './client/subject.ts'
import { longTasks, noLongTasks } from './client/tasks.ts'
import { judged, judging, type Figure } from './figure.ts'
import { inTurn, medians } from './interleave.ts'
import { median } from './usage.ts'

export const name = 'start'
export const words =
  'cold load, a visit without the server, script until the list shows, plugins off and on (BENCH_STARTS=200,10000,100000,200000)'

const SIZES = (process.env['BENCH_STARTS'] ?? '200,10000,100000,200000').split(',').map(Number)
/** ms after the list until what waits for an idle reader has run. */
const SETTLED_MS = 5000
/** Plugins cost the same with any number of entries: it is measured with few and with as many as most users have. */
const MOST_WITH_PLUGINS = 10_000
/** Up to so many entries, the bare page does next to nothing, and its multiples are large. */
const FEW = 1000
/** A start is short: the median of fewer swings by a tenth. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)

/** All in ms, script in bytes. */
type Start = {
  readonly cpu: number
  /** The same until what waits for an idle reader has run as well; 0: it was not waited for. */
  readonly settledCpu: number
  /** Since the address was asked for, until a list is on the screen. */
  readonly painted: number
  /** The same until keys act on it: they do from the reader's first render on. */
  readonly shown: number
  /** Whether the list that was painted is that of the last visit. */
  readonly stored: boolean
  /** Sum of the layout shifts until a second after that. */
  readonly shift: number
  readonly script: number
  /** Until the list shows. */
  readonly requests: number
  /** From the first paint to asking for the database's wasm. */
  readonly wasmAfterPaint: number
  /** Until a second after the list. */
  readonly longTasks: readonly LongTask[]
}
type Subject = { readonly browser: Browser; readonly kind: Kind; readonly address: string }

export async function* figures(): AsyncGenerator<Figure> {
  const floorPage = await serveFloorPage()
  const bare = await startBrowser()
  try {
    for (const size of SIZES) {
      const library = await openStored(size)
      try {
        const floor = { browser: bare, kind: floorKind, address: floorPage.address(size) }
        yield* startsAt(size, library, floor)
      } finally {
        await library.close()
      }
      if (size <= MOST_WITH_PLUGINS) yield* withPlugins(size)
    }
    const [least, most] = [SIZES[0], SIZES.at(-1)]
    if (least !== undefined && most !== undefined && SIZES.length > 1) yield* grown(least, most)
  } finally {
    await bare.close()
    floorPage.close()
  }
}

/** A bare page without its server, like the product's. */
async function storedFloor(size: number, browser: Browser): Promise<Subject> {
  const page = await serveFloorPage()
  const address = page.address(size)
  await keepFloorPage(browser, address)
  page.close()
  return { browser, kind: floorKind, address }
}

/**
 * The smallest and the largest database, each in its browser and without its server, alternate, because a machine changes
 * within minutes.
 */
async function* grown(least: number, most: number): AsyncGenerator<Figure> {
  const open: Library[] = []
  const withoutServer = async (size: number): Promise<Subject> => {
    const library = await openStored(size)
    open.push(library)
    await library.lectern.stop()
    return { browser: library.browser, kind: productKind, address: library.lectern.url }
  }
  try {
    const subjects = { product: await withoutServer(most), floor: await withoutServer(least) }
    const starts = await inTurn(ROUNDS, subjects, (subject) => startOnce(subject, false))
    yield judged({
      bench: name,
      figure: `without the server: list usable, ${most} against ${least} entries`,
      ...medians(starts, ({ shown }) => shown),
      bar: 1.1,
      unit: 'ms',
    })
  } finally {
    for (const library of open) await library.close()
  }
}

async function* startsAt(size: number, library: Library, floor: Subject): AsyncGenerator<Figure> {
  const of = judging(name, (figure) => `${figure} at ${size}`)
  const product = { browser: library.browser, kind: productKind, address: library.lectern.url }
  const subjects = { product, floor }
  const cold = await inTurn(ROUNDS, subjects, (subject) => startOnce(subject, true))
  yield of('cold load: CPU', {
    ...medians(cold, ({ cpu }) => cpu),
    bar: size <= FEW ? 4.8 : 2.9,
    unit: 'ms until a second after the list',
  })
  yield of('cold load: list painted', { ...medians(cold, ({ painted }) => painted), bar: 1.5, unit: 'ms' })
  yield of('cold load: list shown', { ...medians(cold, ({ shown }) => shown), bar: 4, unit: 'ms' })
  yield of('first visit: script until the list shows', {
    product: (await scriptOfFirstVisit(product)) / 1000,
    bar: 180,
    unit: 'kB on the wire',
  })
  yield of('cold load: wasm asked for after the first paint', {
    product: medians(cold, (one) => one.wasmAfterPaint).product,
    bar: 0,
    least: true,
    unit: 'ms',
  })
  const stored = await storedFloor(size, floor.browser)
  await library.lectern.stop()
  const alone = await inTurn(ROUNDS, { ...subjects, stored }, (subject) => startOnce(subject, false))
  await library.lectern.start()
  yield of('without the server: list painted', {
    ...medians(alone, ({ painted }) => painted),
    bar: 1.5,
    unit: 'ms',
  })
  yield of('without the server: list usable', {
    ...medians(alone, ({ shown }) => shown),
    bar: 2.5,
    unit: 'ms',
  })
  yield of('without the server: list usable, against a bare page without its own', {
    ...medians({ product: alone.product, floor: alone.stored }, ({ shown }) => shown),
    bar: 2.5,
    unit: 'ms',
  })
  yield of('without the server: CPU', {
    ...medians(alone, ({ cpu }) => cpu),
    unit: 'ms until a second after the list',
  })
  const starts = [...cold.product, ...alone.product]
  yield of('returning visit: starts with the list of the last visit', {
    product: starts.filter((start) => start.stored).length,
    bar: starts.length,
    least: true,
    unit: `of ${starts.length} starts`,
  })
  yield of('returning visit: layout shift', {
    product: Math.max(...starts.map(({ shift }) => shift)),
    bar: 0,
    unit: `at most, in ${starts.length} starts`,
  })
  const tasks = starts.flatMap((start) => start.longTasks)
  yield of('long tasks', { ...noLongTasks(tasks, `in ${starts.length} starts`), bar: starts.length })
  yield of('longest task', {
    product: Math.max(0, ...tasks.map(({ ms }) => ms)),
    bar: 100,
    unit: `ms, in ${starts.length} starts`,
  })
}

/** How often the plugins are switched: both ways take turns, because a machine changes within minutes. */
const SWITCHES = 3

/** With every built-in plugin off and with all of them on, as they were switched before the visit. */
async function* withPlugins(size: number): AsyncGenerator<Figure> {
  // On a copy: in the stored one the plugins are as for a new user.
  const library = await openStored(size, { apart: true })
  const product = { browser: library.browser, kind: productKind, address: library.lectern.url }
  const starts: { readonly off: Start[]; readonly on: Start[] } = { off: [], on: [] }
  let count = 0
  try {
    for (let switched = 0; switched < SWITCHES; switched += 1)
      for (const state of ['off', 'on'] as const) {
        count = await switchPlugins(library, state === 'on')
        const some = await inTurn(Math.ceil(ROUNDS / SWITCHES), { product }, (one) =>
          startOnce(one, true, true),
        )
        starts[state].push(...some.product)
      }
  } finally {
    await library.close()
  }
  for (const state of ['off', 'on'] as const) {
    const of = judging(name, (figure) => `${count} plugins ${state}: ${figure} at ${size}`)
    const valueOf = (value: (start: Start) => number) => ({ product: median(starts[state].map(value)) })
    yield of('CPU', { ...valueOf(({ cpu }) => cpu), unit: 'ms until a second after the list' })
    yield of('list shown', { ...valueOf(({ shown }) => shown), unit: 'ms' })
    yield of('script until the list shows', {
      ...valueOf(({ script }) => script / 1000),
      unit: 'kB on the wire',
    })
    yield of('requests until the list shows', { ...valueOf(({ requests }) => requests), unit: 'requests' })
  }
  const ofBoth = judging(name, (figure) => `${count} plugins on against off: ${figure} at ${size}`)
  const both = { product: starts.on, floor: starts.off }
  yield ofBoth('CPU', {
    ...medians(both, ({ cpu }) => cpu),
    bar: 1.1,
    unit: 'ms until a second after the list',
  })
  yield ofBoth('CPU when idle', {
    ...medians(both, ({ settledCpu }) => settledCpu),
    unit: `ms until ${SETTLED_MS / 1000} seconds after the list`,
  })
}

/** The list comes with the page, as where neither it nor its database is stored. @returns bytes */
async function scriptOfFirstVisit(product: Subject): Promise<number> {
  const { page } = await product.browser.open()
  await openBareOrigin(page, product.address)
  await page.evaluate((key) => localStorage.removeItem(key), STARTUP_CACHE_KEY)
  await product.browser.context.clearCookies({ name: STORED_COOKIE })
  await page.close()
  return (await startOnce(product, true)).script
}

/**
 * @param cold neither the HTTP cache nor the service worker helps
 * @param settles waits until the reader is idle, too
 */
async function startOnce(
  { browser, kind, address }: Subject,
  cold: boolean,
  settles = false,
): Promise<Start> {
  const tab = await browser.open()
  const { page, cdp } = tab
  await endWorkers(tab)
  if (cold) {
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    await cdp.send('Network.setBypassServiceWorker', { bypass: true })
  }
  const requests: Request[] = []
  const hear = (request: Request) => void requests.push(request)
  browser.context.on('request', hear)
  await watchRows(page, kind)
  await page.goto(address, { waitUntil: 'commit' })
  const { painted, usable: shown, stored } = await rowsShown(page)
  const firstPaint = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByType('paint')[0]?.startTime ?? 0),
  )
  const listed = await page.evaluate((at) => performance.timeOrigin + at, shown)
  await page.waitForTimeout(1000)
  const cpu = await tab.cpu()
  const tasks = await longTasks(tab)
  const shift = await page.evaluate(() => window.bench.shifted())
  if (settles) await page.waitForTimeout(SETTLED_MS - 1000)
  const settledCpu = settles ? await tab.cpu() : 0
  browser.context.off('request', hear)
  const before = requests.filter((request) => request.timing().startTime <= listed)
  const inPage = await page.evaluate(() => [...document.scripts].map(({ text }) => text).join(''))
  const script = cold ? await Promise.all(before.filter(isScript).map(bytesOf)) : []
  const wasm = requests.find((request) => request.url().endsWith('.wasm'))
  await page.close()
  return {
    cpu,
    settledCpu,
    painted,
    shown,
    stored,
    shift,
    requests: before.length,
    script: script.reduce((sum, size) => sum + size, brotliCompressSync(inPage).length),
    wasmAfterPaint: wasm ? wasm.timing().startTime - firstPaint : 0,
    longTasks: tasks,
  }
}

const isScript = (request: Request): boolean => /\.js($|\?)/.test(request.url())

/** What travelled; the browser does not say it of a worker's own script, which is therefore asked for once more. */
async function bytesOf(request: Request): Promise<number> {
  const response = await request.response()
  if (!response) return 0
  const { responseBodySize } = await request.sizes()
  return responseBodySize || travelling(request.url())
}

const travelling = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let size = 0
      answer.on('data', (part: Buffer) => (size += part.length))
      answer.on('end', () => resolve(size))
    }).on('error', reject)
  })
