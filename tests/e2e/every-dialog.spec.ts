import { interfaceLanguages } from '../../src/core/interface-language.ts'
import { dialogOpeners, dialogsEnv, goTo, prepareDialogs } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import { errorsOf, PageChecks, WIDTHS } from './page-checks.ts'

test.use({ env: dialogsEnv })

test('every dialog has its words, a heading and a focus, fits, is clean for axe, and seen in forced colours', async ({
  signedUp: reader,
  feeds,
  browser,
}) => {
  test.setTimeout(900_000)
  const { page } = reader
  const errors = errorsOf(page)
  const scene = await prepareDialogs({ reader, feeds, browser })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${reader.url}${scene.entryPath}`)
  /** Of the entry that most dialogs are about. */
  const picture = reader.pane('entry-render').getByRole('img', { name: 'A rose' })
  const checks = await PageChecks.of(reader)
  for (const [turn, [id, open]] of Object.entries(dialogOpeners).entries()) {
    const dialog = `[data-dialog="${id}"]`
    await goTo(page, scene.entryPath)
    await expect(picture).toBeVisible()
    await open(scene)
    await expect(page.locator(dialog)).toBeVisible()
    await checks.collect(`${id} at first`, checks.broken(dialog))
    await checks.collect(`${id} in light`, checks.violations(dialog))
    await page.emulateMedia({ colorScheme: 'dark' })
    // The themes differ in their colours alone.
    await checks.collect(`${id} in dark`, checks.violations(dialog, { coloursOnly: true }))
    await page.emulateMedia({ colorScheme: 'light' })
    // English is the last, for what opens the next dialogs.
    for (const [at, language] of interfaceLanguages.toReversed().entries()) {
      const width = WIDTHS[(at + turn) % WIDTHS.length] ?? 320
      await checks.speak(language)
      await checks.resize(width)
      await checks.collect(`${id} in ${language} at ${width}`, checks.broken(dialog))
    }
    for (const width of [768, 320]) {
      await checks.resize(width, { scale: 2 })
      await checks.collect(`${id} zoomed at ${width}`, checks.broken(dialog))
    }
    await checks.resize(1536)
    await checks.collect(`${id} in forced colours`, checks.unseen(dialog))
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-dialog]')).toHaveCount(0, { timeout: 1000 })
    }).toPass({ timeout: 20_000 })
  }
  expect(checks.faults).toEqual([])
  expect(errors).toEqual([])
})
