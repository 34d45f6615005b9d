/** A query is saved from the palette, listed with its count, opened as a timeline, renamed and deleted, by keys alone. */
import { expect, test } from './fixtures.ts'

test('a saved search is a timeline with its count, renamed and deleted from the palette', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  const at = Date.now() - 3_600_000
  feeds.write(
    'weather',
    [
      { guid: '1', title: 'Clouds over Leipzig', html: '<p>Rain later.</p>', at },
      { guid: '2', title: 'A dry day', html: '<p>No cloud at all.</p>', at: at - 1000 },
      { guid: '3', title: 'Wind', html: '<p>From the west.</p>', at: at - 2000 },
      { guid: '4', title: '天気', html: '<p>雲が多い一日。</p>', at: at - 3000 },
    ],
    'Weather',
  )
  await reader.importOpml(feeds.opml())
  await expect(reader.rows).toHaveCount(4)

  await reader.run('Save a search', 'cloud OR 雲', 'Clouds')
  const section = page.getByRole('treeitem', { name: 'Saved searches' })
  const row = page.getByRole('treeitem', { name: 'Clouds' })
  await expect(section).toBeVisible()
  await expect(row).toContainText('3')

  await reader.run('Open a search', 'Clouds')
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText('Clouds')
  await expect(reader.rows).toHaveCount(3)
  await page.reload()
  await expect(reader.rows).toHaveCount(3)
  await page.screenshot({ path: test.info().outputPath('saved-searches.png') })

  // The prompt for the new title begins with the former one.
  await reader.press('Control+k')
  const box = reader.palette.getByRole('combobox')
  await box.fill('>Rename a saved search')
  await reader.press('Enter')
  await box.fill('Clouds')
  await reader.press('Enter')
  await expect(box).toHaveValue('Clouds')
  await box.fill('Grey skies')
  await reader.press('Enter')
  await expect(page.getByRole('treeitem', { name: 'Grey skies' })).toBeVisible()
  await reader.run('Delete a saved search', 'Grey skies')
  await expect(section).toBeHidden()
})
