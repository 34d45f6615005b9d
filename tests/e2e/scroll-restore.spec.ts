import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

const YESTERDAY = Date.now() - 86_400_000

test('going back, and returning by the jump list, restores the entry and the scroll position', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  feeds.write('alpha', manyEntries('alpha', 40, YESTERDAY))
  await reader.follow(feeds)
  await reader.press('g a')
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', '40')
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
