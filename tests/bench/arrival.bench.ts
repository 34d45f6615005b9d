/** What the reader feels while entries arrive: a thousand that were fetched, and an import of 300 feeds behind the reading. */
import { memoryOfTab, type Tab } from './client/browser.ts'
import { openLibrary, type Library } from './client/library.ts'
import { productKind } from './client/subject.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { judged, type Figure } from './figure.ts'
import { quantile } from './usage.ts'

export const name = 'arrival'
export const words = 'a thousand entries fetched, and 300 feeds imported, while somebody reads (BENCH_FEEDS)'

const FEEDS = Number(process.env['BENCH_FEEDS'] ?? 300)
const LOCAL = 10_000

export async function* figures(): AsyncGenerator<Figure> {
  const library = await openLibrary()
  try {
    await library.fill(LOCAL)
    yield* thousand(library)
    yield* imported(library)
  } finally {
    await library.close()
  }
}

/** Someone follows a feed of a thousand entries and walks to its end, page by page. */
async function* thousand({ browser, lectern, feeds }: Library): AsyncGenerator<Figure> {
  const old = Date.now() - 3000 * 86_400_000
  feeds.write('thousand', manyEntries('thousand', 1000, old))
  const tab = await browser.open()
  const { page } = tab
  await page.goto(lectern.url)
  await page.waitForSelector(productKind.row)
  await ask(tab, '/subscriptions', { url: feeds.address('thousand'), view: 0 })
  await page.waitForTimeout(3000)
  await page.evaluate(() => (window.bench.longTasks(), window.bench.watchThread()))
  await page.reload()
  await page.waitForSelector(productKind.row)
  await page.waitForTimeout(2000)
  await page.evaluate(() => (window.bench.longTasks(), window.bench.watchThread()))
  const reached = await toTheEnd(tab)
  const longest = await page.evaluate(() => window.bench.longestTask())
  yield judged({
    bench: name,
    figure: 'a thousand fetched: longest task',
    product: longest,
    bar: 16,
    unit: `ms, the list at ${reached} entries in the end`,
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

async function* imported({ browser, lectern, feeds }: Library): AsyncGenerator<Figure> {
  for (let feed = 0; feed < FEEDS; feed += 1) feeds.write(`feed-${feed}`, manyEntries(`feed-${feed}`, 20))
  const tab = await browser.open()
  const { page } = tab
  await page.goto(lectern.url)
  await page.waitForSelector(productKind.row)
  await page.waitForTimeout(2000)
  const still = await framesWhileReading(tab, 8)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>Import an OPML file')
  await page.waitForTimeout(400)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import feeds' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (
    await choosing
  ).setFiles({
    name: 'feeds.opml',
    mimeType: 'text/x-opml',
    buffer: Buffer.from(feeds.opml()),
  })
  await dialog.getByRole('button', { name: /^Import \d/ }).press('Enter')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const busy = await framesWhileReading(tab, 25)
  yield judged({
    bench: name,
    figure: `import of ${FEEDS} feeds: dropped frames`,
    product: busy.dropped - still.dropped,
    bar: 2,
    unit: `points above the ${still.dropped.toFixed(1)} % of reading alone`,
  })
  yield judged({
    bench: name,
    figure: `import of ${FEEDS} feeds: worst frame`,
    product: busy.worst,
    floor: still.worst,
    unit: 'ms',
  })
  const tasks = await page.evaluate(() => window.bench.longTasks())
  yield judged({
    bench: name,
    figure: `import of ${FEEDS} feeds: long tasks`,
    product: tasks.length,
    bar: 0,
    unit: `tasks over 50 ms, p50 ${quantile(tasks, 0.5)} ms, longest ${Math.max(0, ...tasks)} ms`,
  })
  yield judged({
    bench: name,
    figure: `import of ${FEEDS} feeds: heap`,
    product: (await memoryOfTab(tab)).heap / 1e6,
    unit: 'MB in use',
  })
  await page.close()
}

/** Four entries a second. */
async function framesWhileReading(
  { page }: Tab,
  seconds: number,
): Promise<{ dropped: number; worst: number }> {
  await page.evaluate(() => (window.bench.longTasks(), window.bench.countFrames()))
  for (let press = 0; press < 4 * seconds; press += 1) {
    await page.keyboard.press('j')
    await page.waitForTimeout(250)
  }
  const { count, dropped, worst } = await page.evaluate(() => window.bench.framesCounted())
  return { dropped: (100 * dropped) / (count + dropped), worst }
}

const ask = ({ page }: Tab, path: string, body: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/api${to}`, { method: 'POST', headers, body: JSON.stringify(sent) })
      if (!answer.ok) throw new Error(`${to}: ${answer.status}`)
    },
    [path, body] as const,
  )
