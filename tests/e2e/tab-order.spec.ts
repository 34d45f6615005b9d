import type { Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import { ada } from './reader.ts'

const YESTERDAY = Date.now() - 86_400_000

type Stop = { readonly name: string; readonly inside: boolean; readonly isKnown: boolean }

/** The focused element: its name, whether it is within `scope`, and whether it had the focus before in this walk. */
const stopOf = (page: Page, scope: string): Promise<Stop> =>
  page.evaluate((selector) => {
    const element = document.activeElement ?? document.body
    const isKnown = element.hasAttribute('data-walked')
    element.setAttribute('data-walked', '')
    const label =
      element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? ''
    return {
      name: `${element.tagName.toLowerCase()} ${label.trim().slice(0, 40)}`,
      inside: element.closest(selector) !== null,
      isKnown,
    }
  }, scope)
const hasFocus = (page: Page, scope: string): Promise<boolean> =>
  page.evaluate((selector) => document.activeElement?.closest(selector) !== null, scope)

/** Controls that a user can see and reach. A group of radio buttons, tabs or rows is one stop. */
const controlsOf = (page: Page, scope: string): Promise<number> =>
  page.evaluate((selector) => {
    const controls = 'button, input, select, textarea, a[href], summary, [tabindex="0"]'
    const all = [...document.querySelectorAll<HTMLElement>(`${selector} :is(${controls})`)]
    return all.filter(
      (one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="radio"]') && one.checkVisibility(),
    ).length
  }, scope)

/** Presses Tab until a stop has the focus again. @returns the stops in order */
async function walk(page: Page, scope: string): Promise<readonly Stop[]> {
  const stops: Stop[] = [await stopOf(page, scope)]
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page, scope)
    if (stop.isKnown) break
    stops.push(stop)
  }
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-walked]')) element.removeAttribute('data-walked')
  })
  return stops
}

test('Tab stays in each dialog and reaches all of it, and Escape gives the focus back', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  feeds.write('alpha', manyEntries('alpha', 6, YESTERDAY))
  await reader.follow(feeds, { alpha: 'News' })
  await reader.press('g a')
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('j')
  const list = reader.pane('timeline').locator('[data-scroll]')

  const openings: readonly (readonly [dialog: string, open: () => Promise<void>])[] = [
    ['follow', () => reader.press('a')],
    ['shortcuts', () => reader.press('?')],
    ['import-report', () => reader.run('Import an OPML file')],
    ['edit-subscription', () => reader.runLine('edit alpha')],
    ['share-entry', () => reader.run('Share')],
    ['key-log', () => reader.run('Why did that key do nothing?')],
    ['context-keys', () => reader.run('Inspect the context keys')],
    ['sign-out', () => reader.run('Sign out')],
  ]
  for (const [id, open] of openings) {
    await test.step(id, async () => {
      await list.focus()
      await open()
      const scope = `[data-dialog="${id}"]`
      const dialog = page.locator(scope)
      await expect(dialog).toBeVisible()
      await expect.poll(() => hasFocus(page, scope)).toBe(true)
      // The whole list of keys is long.
      if (id === 'shortcuts') await page.keyboard.type('star')
      const stops = await walk(page, scope)
      expect(stops.filter(({ inside }) => !inside)).toEqual([])
      expect(stops.length, stops.map(({ name }) => name).join(' · ')).toBeGreaterThanOrEqual(
        await controlsOf(page, scope),
      )
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(list).toBeFocused()
    })
  }
})

test.describe('a server without accounts', () => {
  test.use({ env: {} })

  test('the page to sign in and up is walked by Tab from its first field', async ({ stranger }) => {
    const { page } = stranger
    await page.goto(`${stranger.url}/login`)
    const name = page.locator('input[name="name"]')
    await expect(name).toBeFocused()
    const fields = async (): Promise<readonly string[]> =>
      (await walk(page, 'main')).filter(({ inside }) => inside).map((stop) => stop.name)
    expect((await fields()).filter((one) => one.startsWith('input'))).toEqual([
      'input name',
      'input email',
      'input password',
      'input repeated',
    ])

    // What is wrong is said, and the first wrong field has the focus.
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await stranger.fillAccount(ada)
    const guide = page.getByRole('dialog')
    await expect(guide).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(guide).toBeHidden()
    await stranger.run('Sign out')
    await page.locator('[data-dialog="sign-out"]').getByRole('button', { name: 'Sign out' }).press('Enter')
    await page.goto(`${stranger.url}/login`)
    await expect(page.locator('input[name="email"]')).toBeFocused()
    const stops = await fields()
    expect(stops.slice(0, 2)).toEqual(['input email', 'input password'])
    expect(stops).toContain('a Create an account')
    await page.getByRole('link', { name: 'Create an account' }).press('Enter')
    await expect(name).toBeFocused()
  })
})
