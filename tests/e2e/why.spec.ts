import { expect, test } from './fixtures.ts'
import { manyEntries } from '../support/written-feeds.ts'

test('why an entry is here, hidden and read, and what a rule did, is said in sentences that lead to their causes', async ({
  signedUp: reader,
  feeds,
  page,
}) => {
  feeds.write('garden', manyEntries('garden', 3), 'Garden')
  await reader.follow(feeds, { garden: 'Outdoors' })
  await expect(reader.rows).toHaveCount(3)
  const dialog = page.getByRole('dialog', { name: 'Why is this here?' })

  await reader.press('j')
  await expect(reader.title).toHaveText('garden story 3')
  await reader.press('Shift+W')
  await expect(dialog).toContainText(/You have followed “Garden” in Articles, folder “Outdoors”, since/)
  await expect(dialog).toContainText('It has a row in “Articles”.')
  await expect(dialog).toContainText(/You opened it on .*, which marked it as read\./)
  await expect(dialog).toContainText('No rule acted on it.')
  await expect(dialog).toContainText(/It was published on .* and first seen on .*, .* later\./)
  await expect(dialog).toContainText('It is older than your subscription')
  await expect(dialog).toContainText(/The feed was last fetched on .*, with 3 new entries\./)
  await expect(dialog).toContainText(/The next fetch is due on/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // Marked by a command, the sentence names it; a sentence leads to what it names.
  await reader.run('Mark the whole view as read')
  // Read entries have left the list of unread ones.
  await reader.press('u')
  await expect(reader.rows).toHaveCount(3)
  await reader.press('j')
  await expect(reader.title).toHaveText('garden story 2')
  await reader.run('Why is this here?')
  await expect(dialog).toContainText(/The command “Mark the whole view as read” marked it as read on/)
  await dialog.getByRole('button', { name: 'Edit' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit the feed' })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await test.step('a rule that acted on an entry is named, with the way to it, and so is the state of a feed', async () => {
    const rules = [{ name: 'Stars for the orchard', condition: [], result: { star: true } }]
    const stored = await reader.request('/actions', { method: 'PUT', body: { rules } })
    expect(stored).toMatchObject({ code: 0 })
    // Rules act on what arrives after a feed is followed: an import fetches it later.
    feeds.write('orchard', manyEntries('orchard', 2, Date.now() - 3_600_000), 'Orchard')
    await reader.importOpml(feeds.opml())
    await reader.rows.filter({ hasText: 'orchard story 2' }).click()
    await expect(reader.title).toHaveText('orchard story 2')
    await reader.press('Shift+W')
    await expect(dialog).toContainText('You starred it on')
    await expect(dialog).toContainText(/The rule “Stars for the orchard” did this as it arrived on .*: /)
    await dialog.getByRole('button', { name: 'Open the rule' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Stars for the orchard')

    await page.goBack()
    await reader.run('Why is this feed like this?', 'Orchard')
    const feed = page.getByRole('dialog', { name: 'Why is this feed like this?' })
    await expect(feed).toContainText(/You have followed “Orchard” in Articles since/)
    await expect(feed).toContainText('Its entries are marked as read as for all feeds.')
    await expect(feed).toContainText(/The feed was last fetched on/)
  })
})
