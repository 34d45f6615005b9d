/** `npm run bench -- --film FOLDER`: a start of a returning visitor as pictures side by side, one for each 30 ms. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SNAPSHOT_KEY } from '../../../src/startup/snapshot/types.ts'
import { endWorkers, type Tab } from './browser.ts'
import { openStored, type Library } from './library.ts'
import { rowsShown, watchRows, type RowsShown } from './rows-shown.ts'
import { productKind } from './subject.ts'

const SIZES = [200, 10_000]
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const THEMES = ['light', 'dark'] as const

/** ms from one picture to the next, and that are shown once keys act. */
const STEP_MS = 30
const AFTER_MS = 300
/** px: the height of a picture, and the window in which they stand in lines. */
const HEIGHT = 220
const LINE = { width: 2600, height: 900 }

type Look = { readonly window: (typeof WINDOWS)[number]; readonly theme: (typeof THEMES)[number] }
type Picture = { readonly at: number; readonly data: string }
type Film = { readonly pictures: readonly Picture[]; readonly shown: RowsShown; readonly shift: number }

/** @param folder of the pictures */
export async function film(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const size of SIZES) {
    // On a copy: the stored list is of another width then.
    const library = await openStored(size, { apart: true })
    try {
      for (const window of WINDOWS)
        for (const theme of THEMES) {
          await visit(library, { window, theme })
          const filmed = await filmStart(library, { window, theme })
          const file = join(folder, `start-${size}-${window.width}-${theme}.png`)
          writeFileSync(file, await sideBySide(library, filmed))
          process.stdout.write(`${file}\n`)
        }
    } finally {
      await library.close()
    }
  }
}

async function openAs({ browser }: Library, { window, theme }: Look): Promise<Tab> {
  const tab = await browser.open()
  await tab.page.setViewportSize(window)
  await tab.page.emulateMedia({ colorScheme: theme })
  return tab
}

/** Until the list is stored as the next start will draw it. */
async function visit(library: Library, look: Look): Promise<void> {
  const { page } = await openAs(library, look)
  await page.goto(library.lectern.url)
  await page.waitForSelector(productKind.row)
  await page.evaluate((key) => localStorage.removeItem(key), SNAPSHOT_KEY)
  await page.waitForFunction((key) => {
    dispatchEvent(new Event('pagehide'))
    return localStorage.getItem(key) !== null
  }, SNAPSHOT_KEY)
  // Then all that a start needs is stored.
  await page.waitForTimeout(3000)
  await page.close()
}

async function filmStart(library: Library, look: Look): Promise<Film> {
  const tab = await openAs(library, look)
  const { page, cdp } = tab
  await endWorkers(tab)
  await watchRows(page, productKind)
  const frames: Picture[] = []
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: 1000 * (metadata.timestamp ?? 0), data })
    void cdp.send('Page.screencastFrameAck', { sessionId })
  })
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 85 })
  await page.goto(library.lectern.url, { waitUntil: 'commit' })
  const shown = await rowsShown(page)
  await page.waitForTimeout(2 * AFTER_MS)
  const [began, shift] = await page.evaluate(() => [performance.timeOrigin, window.bench.shifted()] as const)
  await cdp.send('Page.stopScreencast')
  await page.close()
  const pictures: Picture[] = []
  for (let at = 0; at <= shown.usable + AFTER_MS; at += STEP_MS) {
    const frame = frames.findLast((one) => one.at <= began + at)
    if (frame) pictures.push({ at, data: frame.data })
  }
  return { pictures, shown, shift }
}

async function sideBySide({ browser }: Library, { pictures, shown, shift }: Film): Promise<Buffer> {
  const { page } = await browser.open()
  await page.setViewportSize(LINE)
  const figures = pictures.map(
    ({ at, data }) =>
      `<figure><img height="${HEIGHT}" src="data:image/jpeg;base64,${data}"><figcaption>${at} ms</figcaption></figure>`,
  )
  const words = `Painted after ${Math.round(shown.painted)} ms${shown.stored ? ', as the last visit left it' : ''}; keys act after ${Math.round(shown.usable)} ms; layout shift ${shift}`
  await page.setContent(`<style>
    body { margin: 16px; font: 14px sans-serif; background: #888 } main { display: flex; flex-wrap: wrap; gap: 8px }
    figure { margin: 0 } img { display: block } figcaption { padding: 4px 0 }</style>
    <p>${words}</p><main>${figures.join('')}</main>`)
  await loaded(page)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return picture
}

const loaded = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await Promise.all([...document.images].map((image) => image.decode()))))
