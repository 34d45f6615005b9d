/** The settings lie over the reader, and leave it as it was. */
import { AxeBuilder } from '@axe-core/playwright'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

/** What one has before oneself in the reader. */
const placeIn = ({ page }: Reader) =>
  page.evaluate(() => ({
    address: location.pathname,
    scrolled: [...document.querySelectorAll('[data-screen="reader"] [data-scroll]')].map(
      ({ scrollTop }) => scrollTop,
    ),
    entry: document
      .querySelector('[data-screen="reader"] [data-entry-id][aria-current]')
      ?.getAttribute('data-entry-id'),
    focused: document.activeElement?.closest('[data-focus-area]')?.getAttribute('data-focus-area'),
  }))

test('the settings are left to exactly where one was, by Escape, their keys, their button and a click beside them', async ({
  signedUp: reader,
  feeds,
  lectern,
}) => {
  const { page } = reader
  feeds.write('essays', manyEntries('essays', 60))
  await reader.follow(feeds)
  await expect(reader.rows.first()).toBeVisible()
  for (let step = 0; step < 25; step += 1) await reader.press('j')
  await expect(page).toHaveURL(/\/all\/\d+$/)
  await reader.press('Enter')
  await expect.poll(async () => (await placeIn(reader)).focused).toBe('entry-render')
  await expect(reader.title).toBeVisible()
  await expect.poll(async () => (await placeIn(reader)).scrolled.length).toBe(3)
  await expect
    .poll(async () => {
      const { address, entry } = await placeIn(reader)
      return address.endsWith(`/${entry}`)
    })
    .toBe(true)
  const before = await placeIn(reader)
  expect(before.scrolled.some((top) => top > 200)).toBe(true)
  const row = await reader.rows.first().elementHandle()

  const settings = page.locator('[data-screen="settings"]')
  const search = page.getByRole('searchbox', { name: 'Search the settings' })
  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['Escape', () => reader.press('Escape')],
    ['its keys', () => reader.press('Control+,')],
    ['its button', () => page.getByRole('button', { name: 'Close the settings' }).click()],
    ['a click beside it', () => page.mouse.click(8, 400)],
  ]
  for (const [way, leave] of ways)
    await test.step(way, async () => {
      await reader.press('Control+,')
      await expect(search).toBeFocused()
      // The reader is there, out of reach, and no screen for scripts.
      await expect(page.locator('[data-screen]')).toHaveCount(1)
      await leave()
      await expect(settings).toHaveCount(0)
      expect(await placeIn(reader)).toEqual(before)
      // The very rows: nothing was drawn anew.
      expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
    })

  await test.step('from a page further in', async () => {
    await reader.press('g Comma')
    await expect(search).toBeFocused()
    await page.getByRole('link', { name: 'Appearance' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible()
    await reader.press('Escape')
    await expect(settings).toHaveCount(0)
    expect(await placeIn(reader)).toEqual(before)
  })

  await test.step('the keys that open it close it where no field has the focus', async () => {
    await reader.press('g Comma')
    await page.getByRole('link', { name: 'General' }).focus()
    await reader.press('g Comma')
    await expect(settings).toHaveCount(0)
    expect(await placeIn(reader)).toEqual(before)
  })

  await test.step('Escape in what is open within leaves that first', async () => {
    await reader.press('Control+,')
    await search.fill('theme')
    await reader.press('Escape')
    await expect(search).toHaveValue('')
    await reader.press('Control+k')
    await expect(reader.palette).toBeVisible()
    await reader.press('Escape')
    await expect(reader.palette).toHaveCount(0)
    await expect(settings).toBeVisible()
    await reader.press('Escape')
    await expect(settings).toHaveCount(0)
  })

  await test.step('opened over another screen they lead back to it', async () => {
    await page.goto(`${lectern.url}/discover?from=test`)
    const discover = page.locator('[data-screen="discover"]')
    await expect(discover).toBeVisible()
    await reader.press('Control+,')
    await expect(page.getByRole('searchbox', { name: 'Search the settings' })).toBeFocused()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await reader.press('Escape')
    await expect(page).toHaveURL(/\/discover\?from=test$/)
    await expect(discover).toBeVisible()
  })
})
