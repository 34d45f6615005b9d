import type { Page } from '@playwright/test'
import type { WrittenEntry, WrittenFeeds } from '../support/written-feeds.ts'
import { waitUntilStoredOffline, recordContentRequests } from './expected-state.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const HOUR = 3_600_000
const NEWEST = Date.now() - 24 * HOUR
const KETTLE = 'A kettle that boils in silence'
const own = (guid: string, title: string, hours: number): WrittenEntry => ({
  guid,
  title,
  html: `<p>${title}, at some length so that it can be read.</p>`,
  at: NEWEST - hours * HOUR,
})

/** Three feeds: one story of all three (by its address, then by its title), and two entries of their own. */
async function followThree(reader: Reader, feeds: WrittenFeeds): Promise<void> {
  // The guid is part of the address.
  feeds.write('garden', [own('kettle', 'The silent kettle, reviewed', 0), own('roses', 'Roses', 5)], 'Garden')
  feeds.write('kitchen', [own('kettle', KETTLE, 1), own('soup', 'Soup', 6)], 'Kitchen')
  feeds.write('tea', [own('other-kettle', `${KETTLE}!`, 2)], 'Tea')
  const contents = recordContentRequests(reader.page)
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(3)
  await waitUntilStoredOffline(reader, contents)
}

const story = (reader: Reader) => reader.rows.first()
const unread = async (reader: Reader) =>
  Object.values(await reader.counts()).reduce((sum, count) => sum + count, 0)
const titles = (reader: Reader) => reader.rows.locator('strong').allTextContents()
const storyCount = (page: Page) => page.locator('.entry-story')

test('the same story from three feeds is one row, opens by a key, is read as one step, separated and grouped again', async ({
  reader,
  feeds,
  page,
  context,
}) => {
  test.setTimeout(240_000)
  await followThree(reader, feeds)

  await test.step('it is one row, opens by a key, and is read as one step', async () => {
    await expect(story(reader)).toContainText('Garden, Kitchen, Tea')
    await expect(storyCount(page)).toHaveText('33 feeds: Garden, Kitchen, Tea')

    // Opening it reads all three; one undo takes all back.
    await reader.press('j')
    await expect(reader.title).toHaveText('The silent kettle, reviewed')
    await expect.poll(() => unread(reader)).toBe(2)
    await reader.press('Control+z')
    await expect(reader.toast(/^Undone/)).toBeVisible()
    await expect.poll(() => unread(reader)).toBe(5)
    await expect(story(reader)).not.toHaveAttribute('data-read')

    // Open, its entries are rows that are read one by one.
    await reader.press('z')
    await expect
      .poll(() => titles(reader))
      .toEqual(['The silent kettle, reviewed', KETTLE, `${KETTLE}!`, 'Roses', 'Soup'])
    await reader.press('j')
    await expect(reader.title).toHaveText(KETTLE)
    await expect.poll(() => unread(reader)).toBe(4)
    // Closing it from within selects its row.
    await reader.press('z')
    await expect(reader.rows).toHaveCount(3)
    await expect(story(reader)).toHaveAttribute('aria-current', 'true')
    await reader.press('j')
    await expect(reader.title).toHaveText('Roses')
  })

  await test.step('it is separated and grouped again by a command, a setting, and offline', async () => {
    // The story stays listed once it is read.
    await reader.press('u')
    await context.setOffline(true)
    await story(reader).click()
    await expect(story(reader)).toHaveAttribute('aria-current', 'true')
    await reader.run('Ungroup this story')
    await expect(reader.rows).toHaveCount(5)
    await expect(storyCount(page)).toHaveCount(0)
    // The message of the step before must not be taken for this one's.
    await reader.press('Shift+Escape')
    await expect(reader.toast(/^Undone/)).toHaveCount(0)
    await reader.press('Control+z')
    await expect(reader.rows).toHaveCount(3)
    // Until it is undone there is nothing to repeat, and the keys are those of the zen mode.
    await expect(reader.toast(/^Undone/)).toBeVisible()
    await reader.press('Control+Shift+z')
    await expect(reader.rows).toHaveCount(5)
    await context.setOffline(false)

    await page.reload()
    await expect(reader.rows).toHaveCount(5)
    await reader.run('Group this story again')
    await expect(reader.rows).toHaveCount(3)
    await reader.run('Setting: group stories')
    await expect(reader.rows).toHaveCount(5)
    await reader.run('Setting: group stories')
    await expect(reader.rows).toHaveCount(3)
  })
})
