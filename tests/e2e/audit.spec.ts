/** Subscriptions are tidied up by keys: the dead one is looked at, two are unfollowed and followed again. */
import { AxeBuilder } from '@axe-core/playwright'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

const DAY = 86_400_000

// A clock that is moved stays so for all pages of its context.
test.use({ profileKind: 'incognito' })

test('dead, silent and overlapping feeds are found with their figures, moved, unfollowed and brought back', async ({
  signedUp: reader,
  feeds,
  refreshFeed,
}) => {
  const { page } = reader
  const stories = manyEntries('story', 4)
  feeds.write('broken', manyEntries('broken', 2, Date.now() - 60 * DAY), 'Broken Gazette')
  feeds.write('old', manyEntries('old', 3, Date.now() - 200 * DAY), 'Old Letters')
  feeds.write('whole', stories, 'Whole Paper')
  feeds.write('part', stories.slice(0, 3), 'Front Page')
  await reader.follow(feeds)
  // Three of the four stories are in two feeds, and are one row each.
  await expect(reader.rows).toHaveCount(9)
  const { data } = await reader.request<{ data: { feedId: string; feeds: { title: string } }[] }>(
    '/subscriptions',
  )
  const broken = data.find((one) => one.feeds.title === 'Broken Gazette')
  feeds.serve('broken', 'Nothing to see here.', 'text/plain')
  await refreshFeed(broken?.feedId ?? '')
  // A failing feed is dead after a month.
  await page.clock.setSystemTime(Date.now() + 31 * DAY)
  await page.reload()
  await expect(reader.rows.first()).toBeVisible()

  await reader.press('g w')
  await expect(page.getByRole('heading', { level: 1, name: 'Tidy up subscriptions' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Tidy up subscriptions' })
  await expect(list.getByRole('listitem')).toHaveText([
    /Broken Gazette.*Dead.*It cannot be fetched.*2 entries here: 0 read/,
    /Front Page.*Overlapping.*3 of its 3 entries are also in “Whole Paper”/,
    /Old Letters.*Silent.*Its newest entry is from/,
  ])
  const { violations } = await new AxeBuilder({ page }).include('[data-screen="audit"]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  // Why a feed is dead; then one key moves the feed of the row.
  const first = list.getByRole('checkbox').first()
  await first.focus()
  await reader.press('Enter')
  const form = page.getByRole('dialog')
  await expect(form.getByRole('region', { name: 'Fetch status' })).toBeVisible()
  await reader.press('Escape')
  await expect(form).toBeHidden()
  await first.focus()
  await reader.press('j m')
  await page.keyboard.type('Later')
  await reader.press('Enter')
  await expect(list.getByRole('listitem').nth(1)).toContainText('Later')

  // By reason, and one key for the row.
  await page.getByRole('tab', { name: /^Silent/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('tab', { name: /^All/ }).click()
  await list.getByRole('checkbox').nth(2).focus()
  await reader.press('Delete')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('checkbox').nth(1)).toBeFocused()
  await expect(reader.toast('Old Letters')).toBeVisible()
  await reader.run('Undo')
  await expect(list.getByRole('listitem')).toHaveCount(3)

  // In bulk, and undone.
  await first.focus()
  await reader.press('Shift+ArrowDown')
  await expect(page.getByText('2 selected')).toBeVisible()
  await reader.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'All 2' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveText(/Old Letters/)
  const followed = async () => (await reader.request<{ data: unknown[] }>('/subscriptions')).data.length
  await expect.poll(followed).toBe(2)
  await reader.run('Undo')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect.poll(followed).toBe(4)
})
