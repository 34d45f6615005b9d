/** A list for some minutes is made by a key, read to its end, and is there without a connection; rare voices have a place. */
import { expect, test } from './fixtures.ts'

const DAY = 86_400_000
const words = (minutes: number) => `<p>${'word '.repeat(230 * minutes)}</p>`

test('reads for some minutes to the end, and finds the feeds that publish seldom', async ({
  signedUp: reader,
  feeds,
}) => {
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
  const row = page.getByRole('treeitem', { name: 'Rare voices' })
  await expect(row).toBeVisible()
  await reader.run('Setting: hide rare voices')
  await expect(row).toBeHidden()

  // Without a connection the list is made of what the browser has.
  await page.context().setOffline(true)
  await reader.run('Read for so many minutes', '9')
  await expect(progress).toContainText(/^0 of \d/)
  await expect(reader.rows.first()).toContainText('Daily 1')
  await page.context().setOffline(false)
})
