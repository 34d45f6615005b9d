import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

test('every change is taken back by Control+Z and repeated by Control+Shift+Z, newest first, and named', async ({
  reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  await followTwo(reader, feeds)

  await test.step("a setting and a key are taken back, and a toast's Undo takes back its own change only", async () => {
    await reader.run('Change the colour mode', 'Dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await reader.press('Control+z')
    await expect(reader.toast('Undone: changed “Use dark colours”')).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
    await reader.press('Control+Shift+z')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await reader.run('Setting: dim read entries')
    await reader.press('Control+z')
    await expect(reader.toast('Undone: changed “Dim read entries”')).toBeVisible()

    // A change between the toast and its button.
    await reader.run('Mark the whole view as read')
    const marked = reader.toast(/Marked 5 as read/)
    await expect(marked).toBeVisible()
    await rename(reader, 'Birds', 'Flyers')
    await marked.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => reader.counts()).toEqual(counts(3, 2))
    await expect(reader.subscription('Flyers')).toBeVisible()
    await expect(marked).toBeHidden()
    await reader.press('Control+z')
    await expect(reader.subscription('Birds')).toBeVisible()
  })

  // A star and a mark, by keys, of the open entry.
  await reader.press('j')
  await expect(reader.title).toHaveText('garden story 3')
  await expect.poll(() => reader.counts()).toEqual(counts(2, 2))
  await reader.press('s')
  await expect.poll(() => starred(reader)).toBe(1)
  await reader.press('m')
  await expect.poll(() => reader.counts()).toEqual(counts(3, 2))
  await reader.press('Control+z')
  await expect(reader.toast('Undone: marked “garden story 3” as unread')).toBeVisible()
  await expect.poll(() => reader.counts()).toEqual(counts(2, 2))
  await reader.press('Control+z')
  await expect(reader.toast('Undone: starred “garden story 3”')).toBeVisible()
  await expect.poll(() => starred(reader)).toBe(0)
  await reader.press('Control+z')
  await expect(reader.toast('Undone: read “garden story 3”')).toBeVisible()
  await expect.poll(() => reader.counts()).toEqual(counts(3, 2))
  await reader.press('Control+Shift+z')
  await expect(reader.toast('Redone: read “garden story 3”')).toBeVisible()
  await reader.press('Control+Shift+z')
  await expect(reader.toast('Redone: starred “garden story 3”')).toBeVisible()
  await expect.poll(() => starred(reader)).toBe(1)
  await reader.press('Control+Shift+z')
  await expect.poll(() => reader.counts()).toEqual(counts(3, 2))
  // Then these keys are zen mode's again.
  await reader.press('Control+Shift+z')
  await expect(reader.pane('subscription-list')).toBeHidden()
  await reader.press('Control+Shift+z')
  await expect(reader.pane('subscription-list')).toBeVisible()

  // Of subscriptions, and a mark-all.
  await rename(reader, 'Garden', 'Green thumbs')
  await expect(reader.toast('Renamed “Garden” to “Green thumbs”')).toBeVisible()
  await reader.run('Move a subscription', 'Green thumbs', 'Outdoors')
  await expect(reader.toast('Moved “Green thumbs” to “Outdoors”')).toBeVisible()
  await expect(reader.subscription('Outdoors')).toBeVisible()
  await reader.run('Mark the whole view as read')
  await expect(reader.toast('Marked 5 as read')).toBeVisible()
  await reader.run('Unfollow', 'Green thumbs')
  await expect(reader.toast('Unfollowed “Green thumbs”')).toBeVisible()

  await reader.press('Control+z')
  await expect(reader.toast('Undone: unfollowed “Green thumbs”')).toBeVisible()
  await expect(reader.toast(/^Unfollowed/)).toBeHidden()
  await expect(reader.subscription('Outdoors')).toBeVisible()
  await reader.press('Control+z')
  await expect(reader.toast('Undone: marked 5 as read')).toBeVisible()
  await expect.poll(() => reader.counts()).toEqual(counts(3, 2))

  // The rest after a reload.
  await page.reload()
  await expect(reader.subscription('Outdoors')).toBeVisible()
  await reader.press('Control+z')
  await expect(reader.toast('Undone: moved “Green thumbs” to “Outdoors”')).toBeVisible()
  await expect(reader.subscription('Outdoors')).toBeHidden()
  await reader.press('Control+z')
  await expect(reader.subscription('Garden')).toBeVisible()
  for (const name of ['renamed', 'moved', 'marked 5 as read', 'unfollowed']) {
    await reader.press('Control+Shift+z')
    await expect(reader.toast(`Redone: ${name}`)).toBeVisible()
  }
  await expect(reader.subscription('Green thumbs')).toBeHidden()
  await expect.poll(() => reader.counts()).toEqual({})
})

const DAY = 86_400_000
/** Of the garden and the birds. */
let ids: readonly string[] = []

/** Three entries of the garden, newest first, and two of the birds. */
async function followTwo(reader: Reader, feeds: WrittenFeeds): Promise<void> {
  feeds.write('garden', manyEntries('garden', 3), 'Garden')
  feeds.write('birds', manyEntries('birds', 2, Date.now() - 5 * DAY), 'Birds')
  await reader.run('Setting: group feeds of one site')
  for (const name of ['garden', 'birds'])
    await reader.request('/subscriptions', { method: 'POST', body: { url: feeds.address(name), view: 0 } })
  await reader.page.reload()
  const followed = await reader.request<{ data: { feedId: string; feeds: { title: string } }[] }>(
    '/subscriptions',
  )
  ids = ['Garden', 'Birds'].map(
    (title) => followed.data.find(({ feeds: feed }) => feed.title === title)?.feedId ?? '',
  )
  await expect(reader.rows).toHaveCount(5)
}

const counts = (...numbers: readonly number[]): Record<string, number> =>
  Object.fromEntries(numbers.map((count, index) => [ids[index] ?? '', count]))

const starred = async (reader: Reader): Promise<number> => {
  const { data = [] } = await reader.request<{ data?: unknown[] }>('/entries', {
    method: 'POST',
    body: { view: 0, isCollection: true },
  })
  return data.length
}

/** The palette suggests the title that the subscription has. */
async function rename(reader: Reader, from: string, to: string): Promise<void> {
  const box = reader.palette.getByRole('combobox')
  await reader.press('Control+k')
  await box.fill('>Rename a subscription')
  await expect(reader.palette.getByRole('option').first()).toContainText('Rename a subscription')
  await reader.press('Enter')
  await expect(box).toHaveAttribute('placeholder', 'Which subscription?')
  await box.fill(from)
  await reader.press('Enter')
  await expect(box).toHaveAttribute('placeholder', 'What title?')
  await box.fill(to)
  await reader.press('Enter')
  await expect(reader.palette).toBeHidden()
}
