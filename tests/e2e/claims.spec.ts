/** A feed is claimed from its menu by a proof in its description; its owner is shown, and owns it for good. */
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

const TYPE = 'application/rss+xml; charset=utf-8'
const rss = (description: string) =>
  `<rss version="2.0"><channel><title>My diary</title><description>${description}</description>
  <item><guid>1</guid><title>One</title><description>The first entry.</description></item></channel></rss>`

test('a feed is claimed by a proof in its description', async ({ reader, feeds, signUpAnother }) => {
  const { page } = reader
  feeds.serve('diary', rss('Of my days.'), TYPE)
  feeds.write('stars', manyEntries('stars', 1), 'Stars')
  await reader.run('Follow an address', feeds.address('diary'))
  await expect(reader.rows.first()).toBeVisible()

  // From the menu of the feed, by its key. Without a proof it is refused in words.
  await reader.subscription('My diary').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Claim the feed' })).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Claim a feed' })
  await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue(/feedId:\d+, userId:\d+/)
  await dialog.getByRole('button', { name: 'Check' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('None of the three proofs stands in the feed.')
  await dialog.getByRole('tab', { name: 'In an entry' }).press('End')
  await expect(dialog.getByLabel('RSS', { exact: true })).toHaveValue(/^<follow_challenge>\n {2}<feedId>/)
  await expect(dialog.getByLabel('JSON Feed', { exact: true })).toHaveValue(/"follow_challenge": \{/)
  await dialog.getByRole('tab', { name: 'RSS element' }).press('ArrowLeft')
  const proof = await dialog.getByLabel('Text', { exact: true }).inputValue()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy: Text' }).press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(proof)

  // With the proof in the feed it is the user's.
  feeds.serve('diary', rss(`Of my days. ${proof}`), TYPE)
  await dialog.getByRole('button', { name: 'Check' }).press('Enter')
  await expect(dialog).toContainText('The feed is yours.')
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await page.goto(`${reader.url}/settings/feeds`)
  const owned = page.getByRole('region', { name: 'Feeds that you own' })
  await expect(owned.getByRole('listitem')).toContainText(['My diary'])
  await expect(owned).toContainText('1 follower')
  await expect(
    page.getByRole('region', { name: 'Feeds', exact: true }).getByLabel('Claimed by you'),
  ).toBeVisible()
  await owned.getByRole('button', { name: 'Edit My diary' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit the feed' })).toContainText('You')

  // Another user sees who owns it, and cannot claim it.
  const other = await signUpAnother('Bea')
  await other.run('Follow an address', feeds.address('diary'))
  await expect(other.rows.first()).toBeVisible()
  await other.run('Edit a subscription', 'My diary')
  await expect(other.page.getByRole('dialog', { name: 'Edit the feed' })).toContainText(reader.account.name)
  await other.press('Escape')
  await other.run('Claim the feed', 'My diary')
  await expect(other.page.getByRole('dialog', { name: 'Claim a feed' })).toContainText(
    'Another user has claimed this feed.',
  )
})
