import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'

/** @param address of the feed that it finds */
const bundle = (address: string) =>
  JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: {
      id: 'shelves',
      version: '1.0.0',
      api: '1.9',
      enabledBy: 'enabled',
      settings: { enabled: { type: 'boolean', default: false } },
      permissions: [],
    },
    locales: {
      en: { name: 'Shelves', description: '', settings: { enabled: 'Use shelves' }, shelf: 'My shelf' },
    },
    client: `lectern.start({ start({ feedSource }) {
      const feeds = [
        { url: '${address}', title: 'Essays on tides', description: 'What the sea does.' },
        { url: 'https://stones.example/feed', title: 'Stones' },
      ]
      feedSource({ id: 'shelf', title: 'shelf', find: ({ words }) => feeds.filter(({ title }) => title.includes(words)) })
    } })`,
  })

test('an installed plugin finds feeds in a tab of Discover, and the user follows one', async ({
  reader,
  feeds,
  lectern,
}) => {
  const { page } = reader
  feeds.write('essays', manyEntries('essays', 2))
  await page.goto(`${lectern.url}/settings/integration`)
  await page.locator('input[type="file"][accept*="json"]').setInputFiles({
    name: 'shelves.json',
    mimeType: 'application/json',
    buffer: Buffer.from(bundle(feeds.address('essays'))),
  })
  const preview = page.getByRole('group', { name: 'The plugin to install' })
  await preview.getByRole('button', { name: 'Install' }).click()
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Use shelves' })).toBeChecked()

  await page.goto(`${lectern.url}/discover`)
  await page.getByRole('tab', { name: 'My shelf' }).click()
  const shelf = page.getByRole('region', { name: 'My shelf' })
  await expect(shelf.getByRole('listitem')).toHaveCount(2)
  await shelf.getByLabel('Search My shelf').fill('tides')
  await page.keyboard.press('Enter')
  await expect(shelf.getByRole('listitem')).toHaveCount(1)
  await shelf.getByRole('button', { name: 'Essays on tides' }).click()
  const form = page.getByRole('dialog', { name: 'Follow' })
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(form).toHaveCount(0)
  await page.goto(lectern.url)
  await expect(reader.rows).toHaveCount(2)
})
