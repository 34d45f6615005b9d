/** What the reader feels while entries arrive: a thousand that were fetched, and an import of 300 feeds behind the reading. */
import { manyEntries } from '../support/written-feeds.ts'
import type { Tab } from './client/browser.ts'
import { openStored, post, type Library } from './client/library.ts'
import type { Frames } from './client/probe.ts'
import { openSubject, productKind } from './client/subject.ts'
import { tasksWhile } from './client/tasks.ts'
import { judged, judging, type Figure } from './figure.ts'

export const name = 'arrival'
export const words =
  'a thousand entries fetched, and 300 feeds imported, while a user reads (BENCH_ARRIVALS=10000,100000, BENCH_FEEDS)'

const SIZES = (process.env['BENCH_ARRIVALS'] ?? '10000,100000').split(',').map(Number)
const FEEDS = Number(process.env['BENCH_FEEDS'] ?? 300)

export async function* figures(): AsyncGenerator<Figure> {
  for (const size of SIZES) {
    const library = await openStored(size, { apart: true })
    try {
      yield* thousand(library, size)
      yield* imported(library, size)
    } finally {
      await library.close()
    }
  }
}

/**
 * While the network is gone, another device of the user follows a feed of a thousand entries; they open it and move to
 * its end, page by page.
 * All of it is measured: the notifications, the rows that arrive by themselves, and the requested ones.
 */
async function* thousand({ browser, lectern, feeds }: Library, size: number): AsyncGenerator<Figure> {
  const old = Date.now() - 3000 * 86_400_000
  feeds.write('thousand', manyEntries('thousand', 1000, old))
  const tab = await openSubject(browser, productKind, lectern.url)
  const { page } = tab
  await page.waitForTimeout(4000)
  const followed = page.getByRole('treeitem').filter({ hasText: 'Thousand' })
  let reached = 0
  const tasks = await tasksWhile(tab, async () => {
    // Behind the page's back, as another device would.
    await post(page, '/subscriptions', { url: feeds.address('thousand'), view: 0, category: 'Thousand' })
    // Reconnecting requests the subscriptions.
    await page.evaluate(() => {
      for (const notifications of ['offline', 'online']) window.dispatchEvent(new Event(notifications))
    })
    await followed.waitFor({ timeout: 60_000 })
    await followed.click()
    await page.waitForTimeout(500)
    reached = await toTheEnd(tab)
  })
  yield judged({
    bench: name,
    figure: `a thousand fetched: longest task at ${size}`,
    product: tasks[0] ?? 0,
    bar: 16,
    unit: `ms of CPU; ${tasks.filter((ms) => ms > 16).length} of ${tasks.length} over 16, the list at ${reached} entries in the end`,
  })
  await page.close()
}

/** @returns how long the list became */
async function toTheEnd({ page }: Tab): Promise<number> {
  const count = () =>
    page.evaluate((row) => Number(document.querySelector(row)?.ariaSetSize ?? 0), productKind.row)
  let before = -1
  for (let still = 0; still < 8;) {
    await page.evaluate((scroller) => {
      const list = document.querySelector(scroller)
      list?.scrollTo({ top: list.scrollHeight })
    }, productKind.scroller)
    await page.waitForTimeout(250)
    const now = await count()
    still = now === before ? still + 1 : 0
    before = now
  }
  return before
}

async function* imported({ browser, lectern, feeds }: Library, size: number): AsyncGenerator<Figure> {
  for (let feed = 0; feed < FEEDS; feed += 1) feeds.write(`feed-${feed}`, manyEntries(`feed-${feed}`, 20))
  const tab = await openSubject(browser, productKind, lectern.url)
  const { page } = tab
  await page.waitForTimeout(4000)
  await page.keyboard.press('j')
  await page.waitForTimeout(1000)
  const still = await framesWhileReading(tab, 8)
  await beginImport(tab, feeds.opml())
  let busy = still
  const tasks = await tasksWhile(tab, async () => {
    busy = await framesWhileReading(tab, 20)
  })
  const of = judging(name, (figure) => `import of ${FEEDS} feeds: ${figure} at ${size}`)
  yield of('dropped frames', {
    product: busy.dropped - still.dropped,
    bar: 2,
    unit: `points above the ${still.dropped.toFixed(1)} % of reading alone`,
  })
  yield of('worst frame', { product: busy.worst, floor: still.worst, unit: 'ms' })
  yield of('tasks over 50 ms', {
    product: tasks.filter((ms) => ms > 50).length,
    bar: 0,
    unit: `of ${tasks.length}, longest ${(tasks[0] ?? 0).toFixed(1)} ms of CPU`,
  })
  yield of('tasks over 16 ms', {
    product: tasks.filter((ms) => ms > 16).length,
    unit: `of ${tasks.length} by CPU`,
  })
  await page.close()
}

/** By keys, as a user does it; it continues during reading. */
async function beginImport({ page }: Tab, opml: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('>Import an OPML file')
  await page.getByRole('option', { name: 'Import an OPML file' }).first().waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import feeds' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).press('Enter')
  const file = { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) }
  await (await choosing).setFiles(file)
  await dialog.getByRole('button', { name: /^Import \d/ }).press('Enter')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

/** Four entries a second. */
async function framesWhileReading({ page }: Tab, seconds: number): Promise<Frames> {
  await page.evaluate(() => window.bench.countFrames())
  for (let press = 0; press < 4 * seconds; press += 1) {
    await page.keyboard.press('j')
    await page.waitForTimeout(250)
  }
  return page.evaluate(() => window.bench.framesCounted())
}
