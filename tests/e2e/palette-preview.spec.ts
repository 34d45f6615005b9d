/** The preview beside the palette's list, and its results as a timeline. */
import type { WrittenEntry } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

const story = (number: number, words: string): WrittenEntry => ({
  guid: `story-${number}`,
  title: `Story ${number}`,
  html: `<p>${'Long before. '.repeat(30)}${words} ${'And long after. '.repeat(60)}</p>`,
  at: Date.now() - number * 3_600_000,
})

test('a preview shows what a row is about and what a command would touch, and results become a list', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page, palette } = reader
  await page.setViewportSize({ width: 1200, height: 800 })
  feeds.write('alpha', [story(1, 'A pendulum swings.'), story(2, 'Tea.'), story(3, 'Two pendulums.')])
  await reader.follow(feeds, { alpha: 'Letters' })
  await expect(reader.rows).toHaveCount(3)
  const preview = palette.getByRole('region', { name: 'Preview' })
  const list = palette.getByRole('listbox')
  const box = palette.getByRole('combobox')
  const open = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(box).toBeFocused()
    await page.keyboard.type(text)
  }

  await test.step('an entry, with the passage that was found', async () => {
    await open('/pendul')
    const hit = palette.getByRole('option', { name: 'Story 1' })
    await expect(hit.locator('.palette-snippet mark')).toHaveText('pendul')
    await expect(hit.locator('.palette-detail')).toHaveText('alpha')
    await expect(hit.getByRole('img', { name: 'unread' })).toBeVisible()
    await expect(preview.getByRole('heading')).toHaveText('Story 1')
    await expect(preview.locator('mark')).toHaveText('pendul')
    await expect(preview).toContainText('And long after.')
    const before = await list.boundingBox()
    await reader.press('ArrowDown')
    await expect(preview.getByRole('heading')).toHaveText('Story 3')
    expect(await list.boundingBox()).toEqual(before)
    await reader.press('Escape')
  })
  await test.step('a feed and a folder', async () => {
    await open('@alp')
    await expect(palette.getByRole('option').first()).toContainText('3')
    await expect(preview).toContainText('3 unread')
    await expect(preview).toContainText('Last fetched')
    await expect(preview.getByRole('listitem')).toHaveCount(3)
    await reader.press('Escape')
    await open('#Let')
    await expect(preview.getByRole('heading')).toHaveText('Letters')
    await expect(preview).toContainText('1 subscription')
    await reader.press('Escape')
  })
  await test.step('what a pipeline and a bulk command would touch', async () => {
    await open('=pendulum | star')
    await expect(preview).toContainText('2 entries')
    await expect(preview.getByRole('listitem')).toHaveText([/^Story 1/, /^Story 3/])
    await reader.press('Escape')
    await open('mark all read')
    await expect(preview).toContainText('3 entries')
    await expect(preview.getByRole('listitem')).toHaveCount(3)
    await reader.press('Escape')
  })
  await test.step('a theme, as it looks', async () => {
    await open('change the dark theme')
    await reader.press('Enter')
    await expect(preview.locator('[data-theme="dark"]')).toBeVisible()
    await reader.press('Escape Escape')
  })
  await test.step('none in a narrow window', async () => {
    await page.setViewportSize({ width: 880, height: 800 })
    await open('/pendul')
    await expect(palette.getByRole('option').first()).toContainText('Story 1')
    await expect(preview).toHaveCount(0)
    await page.setViewportSize({ width: 1200, height: 800 })
    await expect(preview).toBeVisible()
  })
  await test.step('all results as a list, and back', async () => {
    await reader.press('Alt+Enter')
    await expect(palette).toBeHidden()
    await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('pendul')
    await expect(reader.rows).toHaveCount(2)
    await reader.press('j Enter')
    await expect(reader.title).toHaveText('Story 1')
    // From the entry to the list, from the list to the box.
    await reader.press('Escape')
    await expect(palette).toBeHidden()
    await reader.press('Escape')
    await expect(box).toHaveValue('/pendul')
    await expect(palette.getByRole('option').first()).toContainText('Story 1')
    await reader.press('Escape')
    await expect(palette).toBeHidden()
    // Elsewhere Escape leads to the subscriptions, as ever.
    await reader.press('g a')
    await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).not.toHaveText('pendul')
    await expect(reader.rows.first()).toContainText('Story 2')
    await reader.press('Escape')
    await expect(reader.pane('subscription-list').locator(':focus')).toBeVisible()
    await expect(palette).toBeHidden()
  })
})
