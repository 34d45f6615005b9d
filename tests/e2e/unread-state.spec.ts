/** What is unread stays so until it is read, and `r` looks for what is new. */
import { openAsItIs } from '../../src/server/storage/open.ts'
import type { Lectern } from '../support/lectern.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const unread = async (reader: Reader) =>
  Object.values(await reader.counts()).reduce((sum, count) => sum + count, 0)

test('a pointer that moves, points and clicks marks nothing, nor does a fast wheel; reading on is told and undone', async ({
  signedUp: reader,
  feeds,
  page,
}) => {
  feeds.write('garden', manyEntries('garden', 60), 'Garden')
  await reader.follow(feeds)
  await expect(reader.rows.first()).toBeVisible()
  const box = (await reader.pane('timeline').locator('[data-scroll]').boundingBox()) ?? {
    x: 0,
    y: 0,
    height: 0,
  }
  const x = box.x + 150
  for (let y = box.y + 20; y < box.y + box.height - 20; y += 20) await page.mouse.move(x, y)
  await reader.rows.nth(2).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, 800)
  await expect(reader.rows.filter({ hasText: 'garden story 60' })).toHaveCount(0)
  // All pages have come.
  await expect(reader.pane('timeline').getByText('No more entries.')).toBeAttached()
  await page.keyboard.press('End')
  await expect(reader.title).toHaveText('garden story 1')
  // The last one was opened by the key.
  await expect.poll(() => unread(reader)).toBe(59)
  await page.keyboard.press('Home')
  await expect.poll(() => unread(reader)).toBe(58)

  await page.mouse.move(x, box.y + 200)
  for (let turn = 0; turn < 4; turn += 1) {
    await page.mouse.wheel(0, 150)
    // As long as it takes to read two rows.
    await page.waitForTimeout(500)
  }
  const toast = page.getByText(/Marked \d+ as read while scrolling/)
  await expect(toast).toBeVisible()
  const before = await unread(reader)
  expect(before).toBeLessThan(58)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => unread(reader)).toBe(58)
})

test.describe('on a server of its own', () => {
  test.use({ env: {} })

  /** As if the feeds had last been fetched two minutes ago. */
  async function letTimePass({ library }: Lectern): Promise<void> {
    const { db, close } = openAsItIs(library)
    await db
      .updateTable('feedSchedule')
      .set((feed) => ({ checkedAt: feed('checkedAt', '-', 120_000) }))
      .execute()
    await close()
  }

  test('r looks, announces what is new without moving the list, and lists it; what is all read leads on', async ({
    signedUp: reader,
    feeds,
    lectern,
    page,
  }) => {
    feeds.write('garden', manyEntries('garden', 3), 'Garden')
    feeds.write('kitchen', manyEntries('kitchen', 2), 'Kitchen')
    await reader.follow(feeds)
    await expect(reader.rows).toHaveCount(5)
    const timeline = reader.pane('timeline')
    await reader.press('r')
    await expect(page.getByText('All 2 feeds were checked less than a minute ago')).toBeVisible()
    // The list has been fetched again: what comes from now on is new to it.
    await expect(timeline.getByText('No more entries.')).toBeAttached()

    await letTimePass(lectern)
    feeds.write('garden', manyEntries('garden', 6, Date.now()), 'Garden')
    feeds.slow(1500)
    await reader.press('r')
    await expect(timeline.getByText(/Checking \d of 2/)).toBeVisible()
    const pill = timeline.getByRole('button', { name: '3 new' })
    await expect(pill).toBeVisible({ timeout: 15_000 })
    await expect(reader.rows).toHaveCount(5)
    await reader.press('r')
    await expect(reader.rows).toHaveCount(8)
    await expect(pill).toBeHidden()
    await expect(reader.rows.first()).toContainText('garden story 6')

    await reader.press('n')
    await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()
    await expect(reader.rows).toHaveCount(6)
    await reader.press('Shift+A')
    await expect(timeline).toContainText('All read')
    await expect(reader.rows).toHaveCount(0)
    await expect(timeline.getByRole('button', { name: /Kitchen/ })).toContainText('2')
    await reader.press('n')
    await expect(reader.rows).toHaveCount(2)
    await expect(reader.rows.first()).toContainText('kitchen story 2')
    await reader.press('Shift+A')
    await expect(timeline).toContainText('Nothing is unread in any view.')

    // With a server that fails, and without a connection, it says so.
    await page.route('**/api/feeds/check', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await reader.press('r')
    await expect(page.getByText(/Something went wrong on the server \(500\)/)).toBeVisible()
    await page.unroute('**/api/feeds/check')
    await page.context().setOffline(true)
    await reader.press('r')
    await expect(page.getByText('You are offline: cannot refresh')).toBeVisible()
    await page.context().setOffline(false)
  })
})
