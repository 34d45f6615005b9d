import { interfaceLanguages } from '../../src/core/interface-language.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import { errorsOf, LAYOUT_SHIFT, PageChecks, watchLayoutShift, WIDTHS } from './page-checks.ts'
import type { Reader } from './reader.ts'
import { allAddresses, createScreenContents, type ScreenIds } from './screen-addresses.ts'

// The screens of the admin, too.
test.use({ env: {} })

/** Goes to an address within the page, and waits until another screen is shown. */
async function visit({ page }: Reader, path: string): Promise<void> {
  const before = await page.locator('[data-screen]').innerText()
  await goTo(page, path)
  await page.waitForFunction(
    (text) => document.querySelector<HTMLElement>('[data-screen]')?.innerText !== text,
    before,
    { timeout: 5000 },
  )
}

/** Pages whose parts come one after another, and what of each comes last. */
const loadedInParts = ({ feed }: ScreenIds, isNarrow: boolean) => ({
  // A narrow page shows the list alone.
  '/activity': isNarrow ? '[role="tabpanel"] li' : '.feed-log table',
  '/settings/appearance': '.theme-setting label:not([data-own-colors])',
  '/discover': '[role="tab"]:nth-child(5)',
  '/settings/data-control': '.import-export button',
  [`/share/feeds/${feed}`]: '.follow-latest time',
})

/** Narrow and wide. */
const SHIFT_WIDTHS = [390, 1536] as const

/** Of pages that are opened by their addresses. */
async function expectNoLayoutShift({ page, url }: Reader, ids: ScreenIds): Promise<void> {
  await page.addInitScript(watchLayoutShift)
  for (const width of SHIFT_WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const [path, last] of Object.entries(loadedInParts(ids, width === SHIFT_WIDTHS[0]))) {
      await page.goto(`${url}${path}`)
      await expect(page.locator(last).first()).toBeVisible()
      expect(await page.evaluate(() => window.layoutShift), `${path} at ${width}`).toBeLessThan(LAYOUT_SHIFT)
    }
  }
}

/** Forgets what has moved until now. */
const beginLayoutShift = ({ page }: Reader): Promise<void> =>
  page.evaluate(async () => {
    // What the last change moved is told after its frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    window.layoutShift = 0
  })

test('every screen has its words, a heading and a focus, fits, is clean for axe, seen in forced colours, hit by fingers, and stays in its place', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(900_000)
  const { page } = reader
  const errors = errorsOf(page)
  const ids = await createScreenContents(reader, feeds)
  const paths = await allAddresses(reader, ids)
  await expectNoLayoutShift(reader, ids)
  await page.goto(`${reader.url}/settings/integration`)
  await expect(page.getByRole('navigation').getByRole('link').nth(3)).toBeVisible()
  const checks = await PageChecks.of(reader)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [turn, path] of paths.entries()) {
    const width = SHIFT_WIDTHS[turn % SHIFT_WIDTHS.length] ?? 1536
    await checks.resize(width)
    await beginLayoutShift(reader)
    await visit(reader, path)
    await checks.collect(`${path} at first`, checks.broken('body'))
    expect
      .soft(await page.evaluate(() => window.layoutShift), `${path} at ${width}`)
      .toBeLessThan(LAYOUT_SHIFT)
    // Every other screen opens in the last language, which the one before has left.
    const languages = turn % 2 === 0 ? interfaceLanguages : interfaceLanguages.toReversed()
    for (const [at, language] of languages.entries()) {
      await checks.speak(language)
      // Each begins at the width at which the one before has ended.
      for (const pixels of at % 2 === 0 ? WIDTHS.toReversed() : WIDTHS) {
        await checks.resize(pixels)
        await checks.collect(`${path} in ${language} at ${pixels}`, checks.broken('body'))
      }
      if (language !== 'en') continue
      await checks.collect(`${path} in light`, checks.violations('body'))
      await page.emulateMedia({ colorScheme: 'dark' })
      // The themes differ in their colours alone.
      await checks.collect(`${path} in dark`, checks.violations('body', { coloursOnly: true }))
      await page.emulateMedia({ colorScheme: 'light' })
      for (const pixels of [768, 320]) {
        await checks.resize(pixels, { scale: 2 })
        await checks.collect(`${path} zoomed at ${pixels}`, checks.broken('body'))
      }
      await checks.collect(`${path} on a touch screen`, checks.tooSmall())
    }
    await checks.resize(1536)
    await checks.collect(`${path} in forced colours`, checks.unseen('[data-screen]'))
    // Back to where the screen began.
    await page.keyboard.press('Shift+Tab')
  }
  expect(checks.faults).toEqual([])
  expect(errors).toEqual([])
})
