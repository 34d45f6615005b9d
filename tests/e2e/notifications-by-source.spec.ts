import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

test('notifications are grouped by day and feed with counts, and marked as they stand', async ({
  signedUp: reader,
  feeds,
  page,
}) => {
  const noon = new Date().setHours(12, 0, 0, 0) - 3 * 86_400_000
  feeds.write('builds', manyEntries('build', 3, noon), 'Builds')
  feeds.write('releases', manyEntries('release', 2, noon - 1_800_000), 'Releases')
  for (const name of feeds.names())
    await reader.request('/subscriptions', { method: 'POST', body: { url: feeds.address(name), view: 5 } })
  await reader.open()
  await page.getByRole('tab', { name: /^Notifications/ }).click()
  await expect(reader.rows).toHaveCount(5)

  const groups = reader.pane('timeline').getByRole('group')
  await expect(groups).toHaveCount(2)
  await expect(groups.first()).toHaveAccessibleName(/^Builds, .*: 3 entries$/)
  await expect(groups.last()).toHaveAccessibleName(/^Releases, .*: 2 entries$/)
  await expect(reader.rows.locator('strong')).toHaveText([
    'build story 3',
    'build story 2',
    'build story 1',
    'release story 2',
    'release story 1',
  ])

  // Keys go through the rows as they stand, and so do marks below.
  await reader.press('l j j j')
  await expect(reader.title).toHaveText('build story 1')
  await reader.run('Mark entries below as read')
  await expect.poll(async () => Object.values(await reader.counts())).toEqual([])
})
