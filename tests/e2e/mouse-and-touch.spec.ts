/** What a mouse and a thumb do: drag a feed, act on the row below them, swipe, hold, and go by the tabs of a phone. */
import type { Locator } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

/** @param down of its height, from the top */
const middleOf = async (element: Locator, down = 0.5) => {
  const box = (await element.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height * down }
}

test('with a mouse a feed is dragged and rows are acted on, with a thumb rows are swiped, and all is undone', async ({
  reader,
  feeds,
  context,
}) => {
  const { page } = reader
  feeds.write('alpha', manyEntries('alpha', 4), 'Alpha')
  feeds.write('beta', [
    {
      guid: 'code',
      title: 'A program',
      html: '<p>Words.</p><pre><code>let it = be\nand = so</code></pre>',
      at: Date.now() - 1000,
    },
  ])
  await reader.follow(feeds, { beta: 'Science' })
  // The gestures load once the app is idle.
  await expect(page.locator('.bottom-tabs')).toBeAttached()
  const folder = page.locator('.tree-row', { hasText: 'Science' })
  const alpha = reader.subscription('Alpha')
  const drag = async (from: Locator, to: Locator, edge: '' | 'before' = '') => {
    const [start, end] = [await middleOf(from), await middleOf(to, edge === '' ? 0.5 : 0.2)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x + 10, start.y + 4, { steps: 2 })
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await expect(to).toHaveAttribute('data-drop-target', edge)
    await page.mouse.up()
  }

  await test.step('a feed is dragged to a folder and to a view', async () => {
    await expect(alpha).toHaveAttribute('aria-level', '1')
    await drag(alpha, folder)
    await expect(reader.toast(/Moved “Alpha” to “Science”/)).toBeVisible()
    await expect(folder).toContainText('5')
    await reader.press('Control+z')
    await expect(alpha).toHaveAttribute('aria-level', '1')
    await drag(alpha, page.getByRole('tab', { name: 'Social media' }))
    await expect(alpha).toBeHidden()
    await reader.press('Control+z')
    await expect(alpha).toBeVisible()
  })

  await test.step('between others a feed takes that place, also by keys', async () => {
    await folder.locator('.tree-fold').click()
    const beta = page.locator('.tree-row[aria-level="2"]').first()
    await drag(alpha, beta, 'before')
    await expect(alpha).toHaveAttribute('aria-level', '2')
    await expect(alpha).toHaveAttribute('aria-posinset', '1')
    await alpha.click()
    await reader.pane('subscription-list').getByRole('tree').focus()
    await reader.press('Alt+ArrowDown')
    await expect(alpha).toHaveAttribute('aria-posinset', '2')
    await reader.press('Control+z')
    await expect(alpha).toHaveAttribute('aria-posinset', '1')
    await reader.press('Control+z')
    await expect(alpha).toHaveAttribute('aria-level', '1')
    await page.locator('.tree-row').first().click()
  })

  await test.step('a row under the mouse has buttons, and nothing moves', async () => {
    const row = reader.rows.filter({ hasText: 'alpha story 2' })
    // The list of all has been opened again.
    await expect(row).toBeInViewport()
    const before = await row.boundingBox()
    const place = await middleOf(row)
    await page.mouse.move(place.x, place.y)
    await page.getByRole('button', { name: 'Star', exact: true }).click()
    await expect(row.locator('.entry-star')).toBeVisible()
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await expect(row).toHaveAttribute('data-read', 'true')
    expect(await row.boundingBox()).toEqual(before)
    await expect(reader.title).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for this entry' }).click()
    await expect(page.getByRole('menuitem', { name: 'Remove the star' })).toBeVisible()
    await reader.press('Escape')
    await reader.press('Control+z')
    await expect(row).not.toHaveAttribute('data-read', 'true')
  })

  await test.step('with a thumb rows are swiped to both sides and held, and the tabs of a phone lead around', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    // The feeds had the focus last.
    await tabs.getByRole('button', { name: 'List' }).click()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const row = reader.rows.filter({ hasText: 'alpha story 3' })
    const swipe = async (by: number) => {
      const { x, y } = await middleOf(row)
      await touch('touchStart', x, y)
      for (let step = 1; step <= 6; step += 1) await touch('touchMove', x + (by * step) / 6, y)
      await touch('touchEnd')
    }

    await swipe(40)
    await expect(row).not.toHaveAttribute('data-read', 'true')
    await swipe(130)
    await expect(row).toHaveAttribute('data-read', 'true')
    await reader
      .toast(/alpha story 3/)
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(row).not.toHaveAttribute('data-read', 'true')
    await swipe(-130)
    await expect(row.locator('.entry-star')).toBeVisible()
    // The row is back in its place, and no swipe has opened it.
    expect((await row.boundingBox())?.x).toBe(0)
    await expect(tabs).toBeVisible()

    const { x, y } = await middleOf(row)
    await touch('touchStart', x, y)
    await expect(page.getByRole('menu')).toBeVisible()
    await touch('touchEnd')
    await expect(page.getByRole('menuitem', { name: 'Remove the star' })).toBeVisible()
    await page.keyboard.press('Escape')

    await tabs.getByRole('button', { name: 'Feeds' }).click()
    await expect(reader.pane('subscription-list')).toBeVisible()
    await expect(tabs.getByRole('button', { name: 'Feeds' })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('button', { name: 'Search' }).click()
    await expect(reader.palette).toBeVisible()
    await page.keyboard.press('Escape')
    await tabs.getByRole('button', { name: 'List' }).click()
    await expect(row).toBeVisible()
    await row.click()
    await expect(tabs).toBeHidden()
  })
})
