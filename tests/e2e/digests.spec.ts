import { readFile } from 'node:fs/promises'
import { unzipped } from '../support/unzipped.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'

test('a digest is made by keys, previewed, and downloaded as EPUB', async ({ signedUp: reader, feeds }) => {
  const { page } = reader
  feeds.write('essays', manyEntries('essays', 2), 'Essays')
  const values = { enableDigests: true }
  await reader.request('/plugins/digests/settings', { method: 'PATCH', body: { values } })
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  await goTo(page, '/settings/integration/digests')
  const pane = page.getByRole('region', { name: 'Digests', exact: true })
  await expect(pane.getByText('You have no digest yet.')).toBeVisible()

  // A query that cannot be read is named as it is typed.
  await reader.run('Make a digest…')
  const form = page.getByRole('dialog', { name: 'Make a digest' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Morning')
  await form.getByLabel('Query', { exact: true }).fill('feed:"Essays')
  await expect(form.getByText('The quotation mark is not closed')).toBeVisible()
  await form.getByLabel('Query', { exact: true }).fill('feed:Essays')
  await page.keyboard.press('Enter')

  // What is in it is shown at once.
  const preview = page.getByRole('dialog', { name: 'Morning' })
  await expect(preview.getByText('The next digest has 2 entries.')).toBeVisible()
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  const download = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Download EPUB' }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Morning \d{4}-\d\d-\d\d\.epub$/)
  const book = unzipped(await readFile(await file.path()))
  expect(book['mimetype']).toBe('application/epub+zip')
  expect(book['EPUB/nav.xhtml']).toContain('essays story 1')
  await page.keyboard.press('Escape')

  // Without a mail server the reason is said, and the digest is in the pane.
  await expect(pane.getByRole('listitem', { name: 'Morning' })).toContainText('feed:Essays')
  await pane.getByRole('button', { name: 'Send Morning now' }).press('Enter')
  await expect(reader.toast('mail')).toBeVisible()
})
