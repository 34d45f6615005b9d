/** A feed that fails is replaced by what its site offers now, and who has read an entry is shown. */
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'

test('a feed that fails moves to the address that its site offers, and who else has read its entries is shown', async ({
  reader,
  feeds,
  signUpAnother,
  refreshFeed,
}) => {
  test.setTimeout(240_000)
  const { page } = reader

  await test.step('a feed that fails moves to the address that its site offers', async () => {
    const empty = `<rss version="2.0"><channel><title>Old news</title><link>${feeds.url}/site</link>
      <description>Nothing yet.</description></channel></rss>`
    feeds.serve('old', empty, 'application/rss+xml')
    feeds.serve(
      'site',
      `<html><head><title>The site</title><link rel="alternate" type="application/rss+xml" title="New news" href="/new"></head></html>`,
      'text/html',
    )
    feeds.write('new', manyEntries('new', 2), 'New news')
    await reader.request('/subscriptions', {
      method: 'POST',
      body: { url: feeds.address('old'), view: 0, category: 'Papers', title: 'My paper' },
    })
    const { data } = await reader.request<{ data: { feedId: string }[] }>('/subscriptions')
    feeds.serve('old', 'This page is no feed any more.', 'text/plain')
    // One that is being fetched at this moment still has its former content.
    await expect.poll(() => refreshFeed(data[0]?.feedId ?? '')).not.toMatchObject({ code: 0 })
    // The page may have listed the feed before it failed.
    await page.reload()

    // The state of the feed leads to the suggestions.
    await goTo(page, `/timeline/view-0/${data[0]?.feedId}/pending`)
    const state = page.getByRole('alert').filter({ hasText: 'This feed cannot be fetched' })
    await state.getByRole('button', { name: 'Find another address' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Find another address' })
    await expect(dialog.getByLabel('Where to look')).toHaveValue(`${feeds.url}/site`)
    await expect(dialog.getByRole('list', { name: 'Other feeds' })).toContainText(feeds.address('new'))
    await page.keyboard.press('Escape')

    // The table leads there too; the new feed has the settings of the old one.
    await goTo(page, '/settings/feeds')
    await page.getByRole('button', { name: 'Find another address for My paper' }).press('Enter')
    await dialog.getByRole('button', { name: 'Move to New news' }).press('Enter')
    await expect(dialog).toBeHidden()
    const followed = async () => {
      const { data: rows } = await reader.request<{
        data: { title: string; category: string; feeds: { url: string } }[]
      }>('/subscriptions')
      return rows.map(({ title, category, feeds: { url } }) => ({ title, category, url }))
    }
    await expect
      .poll(followed)
      .toEqual([{ title: 'My paper', category: 'Papers', url: feeds.address('new') }])
  })

  await test.step('who has read an entry is shown with the way to their profile', async () => {
    await reader.run('Go to all entries')
    await expect(reader.rows).toHaveCount(2)
    const other = await signUpAnother('Bea')
    await other.run('Follow an address', feeds.address('new'))
    await other.rows.first().click()
    await expect(other.title).toHaveText('new story 2')
    await reader.rows.first().click()
    await expect(reader.title).toHaveText('new story 2')
    const readers = async () => {
      const { data } = await reader.request<{ data: { entries: { id: string } }[] }>('/entries', {
        method: 'POST',
        body: { view: 0, limit: 1 },
      })
      const answer = await reader.request<{ data: { total: number } }>(
        `/entries/read-histories/${data[0]?.entries.id}`,
      )
      return answer.data.total
    }
    await expect.poll(readers).toBe(2)
    await reader.run('Show who has read it')
    const dialog = page.getByRole('dialog', { name: 'Who has read this' })
    await expect(dialog.getByRole('button', { name: 'Bea' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Bea' }).press('Enter')
    const profile = page.getByRole('dialog', { name: 'Profile' })
    await expect(profile.getByRole('list', { name: 'What Bea follows' })).toContainText('New news')

    // What was read is a timeline of its own.
    await reader.press('Escape Escape')
    await reader.press('g m')
    await expect(reader.rows).toHaveCount(1)
  })
})
