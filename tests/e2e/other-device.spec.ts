/** Two browsers of one user: changes in one show in the other without input there. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import {
  expectCountsToEqualLists,
  expectShownUnread,
  recordContentRequests,
  waitUntilStoredOffline,
} from './expected-state.ts'

test('What a user reads, stars, marks and follows on one device is so on the other, and new entries are announced on both', async ({
  signedUp: reader,
  feeds,
  openOnAnotherDevice,
  refreshFeed,
}) => {
  test.setTimeout(240_000)
  const contents = recordContentRequests(reader.page)
  feeds.write('tea', manyEntries('tea', 6))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(6)

  const other = await openOnAnotherDevice(reader)
  await expect(other.rows).toHaveCount(6)
  const row = (title: string) => other.rows.filter({ hasText: title })

  await reader.press('j j s')
  await expect(row('tea story 6')).toHaveAttribute('data-read')
  await expect(row('tea story 5').locator('.entry-star')).toBeVisible()
  await expectShownUnread(other, 4)
  await reader.press('m')
  await expect(row('tea story 5')).not.toHaveAttribute('data-read')
  await expectShownUnread(other, 5)

  await reader.press('Control+Shift+a')
  await expectShownUnread(other, 0)
  await reader.press('Control+z')
  await expectShownUnread(other, 5)
  await expectCountsToEqualLists(other)

  feeds.write('salt', manyEntries('salt', 3))
  await reader.follow(feeds)
  await expectShownUnread(other, 8)
  await expect(row('salt story')).toHaveCount(3)

  await test.step('new entries are announced on every open device as soon as the server has them', async () => {
    // The list that was opened last is complete; what is prefetched after it is listed, too.
    await expect(reader.rows).toHaveCount(8)
    await waitUntilStoredOffline(reader, contents)
    feeds.write('tea', manyEntries('tea', 7, Date.now() - 3_600_000))
    const { data } = await reader.request<{ data: { feedId: string; feeds: { url: string } }[] }>(
      '/subscriptions',
    )
    const tea = data.find(({ feeds: { url } }) => url === feeds.address('tea'))
    await refreshFeed(tea?.feedId ?? '')
    await expect(reader.pane('timeline').getByText('1 new')).toBeVisible()
    // The other one may still be listing the feed that was followed before, and then lists this entry too.
    await expect(other.pane('timeline').getByText('1 new').or(row('tea story 7'))).toBeVisible()
    for (const device of [reader, other]) await expectShownUnread(device, 9)
  })
})
