/** A selection of entries and commands on it, in one line of the palette. */
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { manyEntries } from '../support/written-feeds.ts'

const DAY = 86_400_000

test('a line stars and marks what a query finds, one undo takes it back, and it is saved as a command', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page, palette } = reader
  feeds.write('rust', manyEntries('rust', 4, Date.now() - 5 * DAY), 'Rust')
  feeds.write('bread', manyEntries('bread', 3), 'Bread')
  await reader.follow(feeds, { rust: 'Code', bread: 'Food' })
  await reader.press('g a')
  await expect(reader.rows).toHaveCount(7)
  const unread = async () => Object.values(await reader.counts()).reduce((sum, count) => sum + count, 0)
  const starred = async () => {
    const body = { view: 0, isCollection: true }
    return ((await reader.request<{ data?: unknown[] }>('/entries', { method: 'POST', body })).data ?? [])
      .length
  }

  // How many entries each part is about shows before Enter.
  const box = palette.getByRole('combobox')
  const line = '=is:unread in:Code older:3d | star | mark-read'
  await reader.press('Control+k')
  await box.fill(line)
  const rows = palette.getByRole('option')
  await expect(rows.first()).toContainText(/Star.* \(4\), Mark.* \(4\)/)
  await reader.press('Enter')
  await expect(palette).toBeHidden()
  await expect.poll(starred).toBe(4)
  await expect.poll(unread).toBe(3)
  await reader.press('Control+z')
  await expect.poll(starred).toBe(0)
  await expect.poll(unread).toBe(7)

  // Saved under a title, it is a command as any other, with an alias.
  await reader.press('Control+k')
  await box.fill(line)
  await reader.press('ArrowDown ArrowDown')
  await expect(palette.getByRole('option', { selected: true })).toContainText('Save as a command')
  await reader.press('Enter')
  await expect(box).toHaveAttribute('placeholder', 'What is the command called?')
  await box.fill('Old code')
  await reader.press('Enter')
  await expect(reader.toast('“Old code” is a command now')).toBeVisible()
  await reader.press('Control+k')
  await box.fill('old code')
  await reader.press('Control+Enter')
  await page.keyboard.type('alias')
  await reader.press('Enter')
  await page.keyboard.type('oc')
  await reader.press('Enter')
  await expect(palette).toBeHidden()
  await page.reload()
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('Control+k')
  await box.fill('oc')
  await expect(rows.first()).toContainText('Old code')
  await reader.press('Enter')
  await expect.poll(starred).toBe(4)
  await expect.poll(unread).toBe(3)

  const [file] = await Promise.all([page.waitForEvent('download'), reader.run('Export the saved pipelines')])
  expect(readFileSync(await file.path(), 'utf8')).toContain('Old code')
})
