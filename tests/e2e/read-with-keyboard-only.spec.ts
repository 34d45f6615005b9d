import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const FEEDS = 40
const EACH = 5
const MINUTE = 60_000
const YESTERDAY = Date.now() - 86_400_000

test('a user without a mouse imports forty feeds, reads, stars, folds, clears, undoes, and finds it all again', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  const folders: Record<string, string> = {}
  for (let at = 1; at <= FEEDS; at += 1) {
    const name = `feed-${String(at).padStart(2, '0')}`
    feeds.write(name, manyEntries(name, EACH, YESTERDAY - at * MINUTE))
    if (at <= 5) folders[name] = 'Mornings'
  }
  await reader.importOpml(feeds.opml(folders))
  // So that only what was opened counts as read, not what was leapt over.
  await reader.run('Setting: mark read when scrolled past')
  await reader.press('g a')
  await expect(unread(reader, 'All')).toHaveText(String(FEEDS * EACH))

  // The list is complete when it has as many entries as the badge: only then is the tenth row the tenth.
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(FEEDS * EACH))

  // Twenty entries, one by one and in leaps; what is opened is read.
  await reader.press('j')
  await expect(reader.title).toHaveText(`feed-01 story ${EACH}`)
  for (let step = 0; step < 9; step += 1) await reader.press('j')
  await expect(reader.title).toHaveText(`feed-10 story ${EACH}`)
  await reader.press('5 j')
  await expect(reader.title).toHaveText(`feed-15 story ${EACH}`)
  await reader.press('3 k')
  await expect(reader.title).toHaveText(`feed-12 story ${EACH}`)
  await reader.press('Enter')
  await expect(reader.pane('entry-render')).toHaveAttribute('data-focused-area', '')
  for (let step = 0; step < 8; step += 1) await reader.press('l')
  await expect(reader.title).toHaveText(`feed-20 story ${EACH}`)
  // 1 to 15 without 11, 13 and 14 (leapt over) but 12; then 13 to 20: all but 11.
  await expect(unread(reader, 'All')).toHaveText(String(FEEDS * EACH - 19))

  // m marks the open entry as unread, s stars it.
  await reader.press('m')
  await expect(unread(reader, 'All')).toHaveText(String(FEEDS * EACH - 18))
  await reader.press('s Escape')
  await expect(reader.pane('timeline')).toHaveAttribute('data-focused-area', '')
  await reader.press('j s')
  await expect(reader.title).toHaveText(`feed-21 story ${EACH}`)
  await reader.press('g s')
  await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('Starred')
  await expect(reader.pane('timeline').getByText('No more entries.')).toBeVisible()
  await expect(reader.rows).toHaveCount(2)
  await reader.press('g a')

  // Folders: into the tree, down to the folder, folded and unfolded.
  await reader.press('Backspace')
  await expect(reader.pane('subscription-list')).toHaveAttribute('data-focused-area', '')
  const folder = reader.subscription('Mornings')
  for (let steps = 0; steps < 5 && (await folder.getAttribute('aria-current')) !== 'true'; steps += 1)
    await reader.press('j')
  await expect(folder).toHaveAttribute('aria-current', 'true')
  const before = await folder.getAttribute('aria-expanded')
  await reader.press('z')
  await expect(folder).toHaveAttribute('aria-expanded', before === 'true' ? 'false' : 'true')
  await reader.press('z')
  await expect(folder).toHaveAttribute('aria-expanded', before ?? '')
  await reader.press('Enter')
  await expect(reader.pane('timeline').getByRole('heading', { level: 1 })).toHaveText('Mornings')
  await expect(reader.rows.first()).toHaveAttribute('aria-setsize', String(5 * EACH - 5))

  // All of the folder read at once, and back.
  const folderUnread = String(5 * EACH - 5)
  await expect(unread(reader, 'Mornings')).toHaveText(folderUnread)
  await reader.press('Control+Shift+a')
  await expect(unread(reader, 'Mornings')).toHaveCount(0)
  await reader.press('Control+z')
  await expect(unread(reader, 'Mornings')).toHaveText(folderUnread)

  // Unread only, off and on.
  await reader.press('u')
  await expect(reader.rows.filter({ hasText: `feed-01 story ${EACH}` })).toHaveCount(1)
  await reader.press('u')
  await expect(reader.rows.filter({ hasText: `feed-01 story ${EACH}` })).toHaveCount(0)

  // The keys of this place.
  await reader.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByRole('heading', { name: 'Current area: the timeline' })).toBeVisible()
  await expect(help.locator('[data-here] [data-command="timeline:switch-to-next"] kbd').first()).toHaveText(
    'J',
  )
  await reader.press('Escape')
  await expect(help).toBeHidden()

  // The same place with the same reads after a reload, and on from there.
  await reader.press('3 j')
  await expect(reader.title).toHaveText(`feed-03 story ${EACH - 1}`)
  await expect(page).toHaveURL(/\/timeline\/view-0\/folder-Mornings\/\d+$/)
  const address = page.url()
  await page.reload()
  await expect(reader.title).toHaveText(`feed-03 story ${EACH - 1}`)
  await expect(page).toHaveURL(address)
  await expect(reader.rows.first()).toContainText(`feed-01 story ${EACH - 1}`)
  await reader.press('j')
  await expect(reader.title).toHaveText(`feed-04 story ${EACH - 1}`)

  // The three ways to count agree.
  const expected = FEEDS * EACH - 21
  await expect(unread(reader, 'All')).toHaveText(String(expected))
  await expect.poll(() => reader.listedUnread()).toBe(expected)
  const counts = Object.values(await reader.counts())
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected)
})

/** The badge of a row of the subscription list. */
const unread = (reader: Reader, title: string) =>
  reader.subscription(title).locator('.ui-badge > [aria-hidden]')
