/** The palette with 1,000 commands more, over many feeds and entries: opening, letters of each mode, walking the whole list. */
import { startBrowser } from './client/browser.ts'
import { serveFloorPage } from './client/floor-page.ts'
import { openLibrary, post, type Library } from './client/library.ts'
import { buildWithCommands, serveFrom } from './client/many-commands.ts'
import { floorKind, openSubject, press, productKind, search, type Subject } from './client/subject.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { judging, type Figure } from './figure.ts'
import { each, inTurn, medians } from './interleave.ts'
import { median, quantile } from './usage.ts'

export const name = 'palette'
export const words =
  'opening, a letter by mode, and the end of the list with 1,000 commands more and 100,000 entries (BENCH_ENTRIES, BENCH_ROUNDS)'

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 100_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 6)
const COMMANDS = 1000
const FEEDS = 100
/** The bar of design.md 8 for a large library. */
const BAR = 2
/** Typed in the box after opening, by what they search. */
const QUERIES = {
  'all kinds': 'entry',
  commands: '>mark',
  subscriptions: '@feed',
  entries: '/entry',
  'a command line': 'theme d',
}

export async function* figures(): AsyncGenerator<Figure> {
  const library = await openLibrary()
  const floorPage = await serveFloorPage()
  const bare = await startBrowser()
  try {
    const many = await buildWithCommands(COMMANDS)
    await followMany(library)
    await library.fill(ENTRIES)
    await serveFrom(library.browser, library.lectern.url, many)
    const product = await openSubject(library.browser, productKind, library.lectern.url)
    const floor = await openSubject(bare, floorKind, floorPage.address(ENTRIES))
    await product.page.waitForTimeout(3000)
    const of = judging(name, (figure) => `${figure} with ${COMMANDS} commands more, ${ENTRIES} entries`)
    for (const [kind, text] of Object.entries(QUERIES)) {
      await inTurn(1, { product, floor }, (subject) => search(subject, text))
      const typed = await inTurn(ROUNDS, { product, floor }, (subject) => search(subject, text))
      const letters = each(typed, (runs) =>
        runs.flatMap((run) => run.letters.filter((ms) => !Number.isNaN(ms))),
      )
      if (kind === 'all kinds')
        yield of('open', { ...medians(typed, ({ open }) => open), bar: BAR, unit: 'ms, median' })
      yield of(`a letter of ${kind}`, { ...each(letters, median), bar: BAR, unit: 'ms, median' })
      yield of(`a letter of ${kind}, slowest`, {
        ...each(letters, (times) => quantile(times, 0.95)),
        unit: 'ms, p95',
      })
    }
    yield of('to the last row', { product: median(await ends(product)), unit: 'ms, median' })
  } finally {
    await library.close()
    await bare.close()
    floorPage.close()
  }
}

/** Feeds to find by name. */
async function followMany({ browser, lectern, feeds }: Library): Promise<void> {
  const { page } = await browser.open()
  await page.goto(lectern.url)
  for (let number = 0; number < FEEDS; number += 1) {
    const feed = `feed-${number}`
    feeds.write(
      feed,
      manyEntries(feed, 1),
      `Feed of ${['gardens', 'rivers', 'engines', 'letters'][number % 4]} ${number}`,
    )
    await post(page, '/subscriptions', { url: feeds.address(feed), view: 0 })
  }
  await page.close()
}

/** ms from End in the empty box to the painted last row. */
async function ends(subject: Subject): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await subject.page.keyboard.press('Control+k')
    await subject.page.waitForTimeout(150)
    times.push(await press(subject, 'End', subject.kind.found))
    await subject.page.keyboard.press('Escape')
    await subject.page.waitForTimeout(150)
  }
  return times
}
