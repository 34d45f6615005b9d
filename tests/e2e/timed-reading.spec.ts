/** A list for some minutes is made by a key, read to its end, and is there without a connection; rare voices have a place. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

const DAY = 86_400_000
const words = (minutes: number) => `<p>${'word '.repeat(230 * minutes)}</p>`

test('reads for some minutes to the end, finds the feeds that publish seldom, and returns to where the list was', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  const now = Date.now() - DAY
  feeds.write(
    'daily',
    Array.from({ length: 9 }, (_, at) => ({
      guid: `d${at}`,
      title: `Daily ${at}`,
      html: words(4),
      at: now - at * 60_000,
    })),
    'Daily news',
  )
  feeds.write('quiet', [{ guid: 'q', title: 'Once a month', html: words(10), at: now - 30 * DAY }], 'Quiet')
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(10)

  const progress = reader
    .pane('timeline')
    .getByRole('status')
    .filter({ hasText: /left|Done/ })
  const box = reader.palette.getByRole('combobox')
  await reader.press('g z')
  await expect(box).toBeVisible()
  await box.fill('15')
  await reader.press('Enter')
  await expect(reader.rows).toHaveCount(2)
  await expect(reader.rows.first()).toContainText('Once a month')
  await expect(reader.rows.last()).toContainText('Daily 0')
  await expect(progress).toHaveText('0 of 2, 14 minutes left')

  await reader.press('j')
  await expect(reader.title).toHaveText('Once a month')
  await expect(progress).toHaveText('1 of 2, 4 minutes left')
  // The address of an open entry is written a moment later.
  await expect(page).toHaveURL(/\/reading-list\/\d+$/)
  await page.reload()
  await expect(progress).toHaveText('1 of 2, 4 minutes left')
  await expect(reader.rows).toHaveCount(2)
  await expect(reader.title).toHaveText('Once a month')
  await reader.press('j')
  await expect(reader.title).toHaveText('Daily 0')
  await expect(progress).toContainText('Done')
  await expect(page.getByText('Done: all 2 entries for 15 minutes are read.')).toBeVisible()

  await reader.run('Go to rare voices')
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText('Rare voices')
  await expect(reader.rows).toHaveCount(1)
  await expect(reader.rows.first()).toContainText('Once a month')
  const rare = page.getByRole('treeitem', { name: 'Rare voices' })
  await expect(rare).toBeVisible()
  await reader.run('Setting: hide rare voices')
  await expect(rare).toBeHidden()

  // Without a connection the list is made of what the browser has.
  await page.context().setOffline(true)
  await reader.run('Read for so many minutes', '9')
  await expect(progress).toContainText(/^0 of \d/)
  await expect(reader.rows.first()).toContainText('Daily 1')
  await page.context().setOffline(false)

  await test.step('going back, and returning by the jump list, restores the entry and the scroll position', async () => {
    feeds.write('alpha', manyEntries('alpha', 40, Date.now() - 3_600_000))
    await reader.follow(feeds)
    await reader.press('g a')
    await expect(reader.rows.first()).toHaveAttribute('aria-setsize', '48')
    await reader.press('2 0 j')
    await expect(reader.title).toHaveText('alpha story 21')
    const list = reader.pane('timeline').locator('[data-scroll]')
    const scrolled = () => list.evaluate((element) => Math.round(element.scrollTop))
    await expect.poll(scrolled).toBeGreaterThan(200)
    // Marked as read, the entry leaves the list of unread ones, but not while it is open.
    const offset = async () => Math.round((await reader.currentRow.boundingBox())?.y ?? 0)
    const before = await offset()
    const heading = reader.pane('timeline').getByRole('heading', { level: 1 })

    const returns = [() => page.goBack(), () => reader.press('Shift+o')]
    for (const goBack of returns) {
      await reader.press('g s')
      await expect(heading).toHaveText('Starred')
      await goBack()
      await expect(reader.title).toHaveText('alpha story 21')
      await expect(reader.currentRow).toBeInViewport()
      await expect.poll(offset).toBe(before)
    }

    // The help lists a pane's own keys first, each column under its heading.
    await reader.press('?')
    const help = page.locator('[data-dialog="shortcuts"]')
    await expect(help.locator('.help-row').first()).toContainText('Refresh the timeline')
    const sections = await help.locator('.help-section:not(.help-operators)').evaluateAll((all) =>
      all.map((section) => {
        const bottom = section.querySelector('h3')?.getBoundingClientRect().bottom ?? 0
        const rows = [...section.querySelectorAll('.help-row')].map((row) => row.getBoundingClientRect())
        return {
          isUnder: rows.every(({ top }) => top >= bottom),
          columns: new Set(rows.map(({ left }) => left)).size,
        }
      }),
    )
    expect(sections.map(({ isUnder }) => isUnder)).not.toContain(false)
    expect(sections[0]?.columns).toBe(2)
  })
})
