import type { Page } from '@playwright/test'
import type { Reader } from './reader.ts'
import { expect, test } from './fixtures.ts'
import { followSixViews, LONG_POST } from './media-feeds.ts'

const list = (page: Page) => page.locator('.entry-list')
async function open(reader: Reader, view: string, title: string | RegExp): Promise<void> {
  await reader.run(view)
  await expect(reader.rows.first()).toBeVisible()
  await expect(reader.rows.filter({ hasText: title }).first()).toBeVisible()
}
const heightOf = async (reader: Reader, title: string) =>
  (await reader.rows.filter({ hasText: title }).first().boundingBox())?.height ?? 0

test('each of the six views shows its kind of entry and is used by keys alone', async ({ reader, feeds }) => {
  test.setTimeout(120_000)
  const { page } = reader
  // Nothing leaves the loopback: a site's player is a page of ours.
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The player of the site</p>' }),
  )
  await followSixViews(reader, feeds)
  await page.reload()

  // Articles: rows as high as what they hold, in three densities with one key.
  await open(reader, 'Go to articles', 'Short')
  const whole = await heightOf(reader, 'A title with a long summary')
  expect(await heightOf(reader, 'Short')).toBeLessThan(whole)
  await reader.pane('timeline').focus()
  await reader.press('j Shift+D')
  await expect(list(page)).toHaveAttribute('data-density', 'compact')
  expect(await heightOf(reader, 'A title with a long summary')).toBeLessThan(whole)
  await reader.press('Shift+D')
  await expect(list(page)).toHaveAttribute('data-layout', 'title')
  await reader.press('Shift+D')
  await expect(list(page)).toHaveAttribute('data-density', 'comfortable')

  // Oldest first, remembered for this list alone.
  await reader.press('Shift+R Home')
  await expect(reader.currentRow).toContainText('Essay 30')
  await reader.press('Shift+R Home')
  await expect(reader.currentRow).toContainText('Short')

  // Social media: whole posts, long ones folded.
  await open(reader, 'Go to social media', 'First line')
  await expect(page.getByText('First line').first()).toHaveText('First line\nsecond line', {
    useInnerText: true,
  })
  await reader.press('j j')
  await expect(reader.currentRow).toContainText('Ada')
  const folded = (await reader.currentRow.boundingBox())?.height ?? 0
  await reader.press('e')
  await expect(reader.currentRow).toContainText('Show less')
  await expect.poll(async () => (await reader.currentRow.boundingBox())?.height ?? 0).toBeGreaterThan(folded)
  await expect(reader.currentRow).toContainText(LONG_POST.trim().slice(-60))
  await reader.press('j')
  await expect(reader.currentRow.locator('.post-picture img')).toHaveCount(2)
  await reader.press('j')
  await expect(reader.currentRow).toContainText('In reply to')

  // Pictures: masonry of known sizes, moved through by columns and lines; the gallery with zoom by keys.
  await open(reader, 'Go to pictures', 'Photograph 1')
  await reader.press('j')
  await expect(reader.currentRow).toContainText('Photograph 1')
  const first = await reader.currentRow.boundingBox()
  await reader.press('l')
  await expect(reader.currentRow).toContainText('Photograph 2')
  const second = await reader.currentRow.boundingBox()
  expect(second?.x ?? 0).toBeGreaterThan((first?.x ?? 0) + 100)
  expect(second?.height ?? 0).toBeGreaterThan(first?.height ?? 0)
  await reader.press('h j')
  await expect.poll(async () => (await reader.currentRow.boundingBox())?.x).toBe(first?.x)
  await reader.press('k')
  await expect(reader.currentRow).toContainText('Photograph 1')
  await reader.press('Shift+V')
  const gallery = page.locator('[data-dialog="entry-pictures"]')
  await expect(gallery.locator('.yarl__slide_current img')).toHaveAttribute('src', /picture-0/)
  await reader.press('ArrowRight')
  await expect(gallery.locator('.yarl__slide_current img')).toHaveAttribute('src', /picture-1/)
  // The picture of the next entry by j; Escape leads back to its cell, and Enter opens it again.
  await reader.press('j')
  await expect(gallery.locator('.yarl__slide_current img')).toHaveAttribute('src', /picture-2/)
  await expect(gallery).toContainText('Photograph 3')
  await reader.press('Escape')
  await expect(gallery).toBeHidden()
  await expect(reader.currentRow).toContainText('Photograph 3')
  await expect(reader.pane('timeline').locator('[data-scroll]')).toBeFocused()
  await reader.press('Enter')
  await expect(gallery.locator('.yarl__slide_current img')).toHaveAttribute('src', /picture-2/)
  await reader.press('k')
  await expect(gallery).toContainText('Photograph 2')
  // The entry itself is one more Enter away.
  await reader.press('Enter')
  await expect(gallery).toBeHidden()
  await expect(reader.title).toHaveText('Photograph 2')

  // Videos: length on the poster; the player of a site is loaded on request only.
  await open(reader, 'Go to videos', 'A film of ten minutes')
  await expect(reader.rows.first()).toContainText('10:12')
  await expect(page.locator('iframe')).toHaveCount(0)
  await reader.press('j l')
  await expect(reader.currentRow).toContainText('A film on a site')
  await reader.press('Shift+P')
  const player = page.locator('[data-dialog="player-embed"]')
  await expect(player.frameLocator('iframe').getByText('The player of the site')).toBeVisible()
  await reader.press('Escape')
  await expect(page.locator('iframe')).toHaveCount(0)

  // Audios: the length, and a row as high as its title.
  await open(reader, 'Go to audios', 'Talk 1')
  await expect(reader.rows.first()).toContainText('10 mins')
  // One of the two may be the first of a day, under its heading.
  const oneLine = Math.min(await heightOf(reader, 'Talk 3'), await heightOf(reader, 'Talk 4'))
  expect(await heightOf(reader, 'Talk 2')).toBeGreaterThan(oneLine)

  // Notifications: dense, under their day.
  await open(reader, 'Go to notifications', 'Alert 1')
  expect(await heightOf(reader, 'Alert 1')).toBeLessThanOrEqual(48 + 32)
  // The first is an hour old: in the first hour of a day it is of the day before.
  await expect(page.getByRole('group', { name: /^(Today|Yesterday)$/ }).first()).toBeVisible()
})
