/** Entries are labelled by keys, the label has a timeline and a count, and the settings page manages labels. */
import { expect, test } from './fixtures.ts'

test('a label is put on an entry by keys, opened, coloured, deleted and brought back', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  const at = Date.now() - 3_600_000
  feeds.write(
    'weather',
    [
      { guid: '1', title: 'Clouds over Leipzig', html: '<p>Rain later.</p>', at },
      { guid: '2', title: 'A dry day', html: '<p>No cloud at all.</p>', at: at - 1000 },
    ],
    'Weather',
  )
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  await reader.rows.first().click()
  const chip = page.getByRole('list', { name: 'Labels' }).getByRole('button')

  await reader.run('Add or remove a label', 'work/later')
  await expect(chip).toHaveText('work / later')
  await expect(page.getByRole('treeitem', { name: 'later' })).toBeVisible()

  await chip.click()
  await expect(reader.rows).toHaveCount(1)

  await page.goto(`${reader.url}/settings/labels`)
  const row = page.getByRole('listitem').filter({ hasText: 'work / later' })
  await expect(row).toContainText('1 entry')
  await row.getByRole('combobox').selectOption('blue')
  await expect(row.locator('[data-accent="blue"]')).toBeVisible()
  await row.getByRole('button', { name: 'Delete work/later' }).click()
  await expect(row).toBeHidden()
  await expect(reader.toast('Deleted the label')).toBeVisible()
  await expect(reader.palette).toBeHidden()

  await page.goto(reader.url)
  const later = page.getByRole('treeitem', { name: 'later' })
  await expect(page.getByRole('treeitem', { name: 'work' })).toBeVisible()
  await expect(later).toBeHidden()
  await reader.press('Control+z')
  await expect(later).toBeVisible()
})
