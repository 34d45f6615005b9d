import { readFileSync } from 'node:fs'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const YESTERDAY = Date.now() - 86_400_000
const HOUR = 3_600_000

type Modifiers = { ctrlKey?: boolean; shiftKey?: boolean; isComposing?: boolean; keyCode?: number }
/** Presses a key as a browser reports it on another layout. */
const dispatch = (reader: Reader, key: string, code: string, more: Modifiers = {}) =>
  reader.page.evaluate(
    ([name, position, rest]) => {
      const target = document.activeElement ?? document.body
      const init = { key: name, code: position, bubbles: true, cancelable: true, composed: true, ...rest }
      target.dispatchEvent(new KeyboardEvent('keydown', init))
    },
    [key, code, more] as const,
  )

test('counts, operators and repeat act from the keyboard, on every layout', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('one', manyEntries('one', 8, YESTERDAY))
  feeds.write('two', manyEntries('two', 2, YESTERDAY - 100 * HOUR))
  await reader.follow(feeds, { one: 'Folder', two: 'Folder' })
  await expect(reader.rows).toHaveCount(10)

  await test.step('three stars at once, then the same again two entries on', async () => {
    await reader.press('j')
    await expect(reader.title).toHaveText('one story 8')
    const panel = page.locator('.which-key')
    await reader.press('5')
    await expect(panel).toContainText(/5.*Star or unstar/s)
    await reader.press('Escape')
    await expect(panel).toBeHidden()
    await reader.press('3 s')
    await expect.poll(async () => await starred(reader)).toBe(3)
    await reader.press('3 j')
    await expect(reader.title).toHaveText('one story 5')
    await reader.press('.')
    await expect.poll(async () => await starred(reader)).toBe(4)
  })

  await test.step('what is older than three days is marked as read', async () => {
    await expect.poll(async () => await unread(reader)).toBe(8)
    await reader.press('d o')
    await expect(reader.palette).toBeVisible()
    await reader.press('Enter')
    await expect.poll(async () => await unread(reader)).toBe(6)
  })

  await test.step('d b marks as read what is below', async () => {
    await reader.press('d b')
    const all = reader.subscription('All')
    await expect(all.locator('[data-part="unread"], .tree-unread, .ui-badge').first()).toBeVisible()
    await expect.poll(async () => await unread(reader)).toBe(2)
  })

  await test.step('from a feed in a closed folder to the next one with unread entries', async () => {
    await reader.press('n')
    await expect(page).toHaveURL(/timeline\/view-0\/\d+/)
  })

  await test.step('a key without effect shows the reason once', async () => {
    await page.keyboard.press('#')
    await expect(reader.toast('# does nothing here')).toBeVisible()
    await reader.run('Why did that key do nothing?')
    const dialog = page.getByRole('dialog', { name: 'What the last keys did' })
    await expect(dialog).toContainText('Nothing is bound to it in the timeline')
    await reader.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('keys work on a Russian, a German and a Dvorak layout, and not while composing', async () => {
    await reader.press('g a')
    await expect(page).toHaveURL(/timeline\/view-0\/all/)
    await expect(reader.rows.first()).toBeVisible()
    await dispatch(reader, 'о', 'KeyJ')
    await expect(page).toHaveURL(/\/all\/\d+$/)
    const opened = (await reader.title.textContent()) ?? ''
    await dispatch(reader, 'о', 'KeyJ', { isComposing: true })
    await dispatch(reader, 'j', 'KeyJ', { keyCode: 229 })
    await dispatch(reader, 'л', 'KeyK', { ctrlKey: true })
    await expect(reader.palette).toBeVisible()
    await reader.press('Escape')
    await expect(reader.palette).toBeHidden()
    await expect(reader.title).toHaveText(opened)
    // German: / is Shift+7. Dvorak: the comma is where w is on a US board.
    await dispatch(reader, '/', 'Digit7', { shiftKey: true })
    await expect(reader.palette).toBeVisible()
    await reader.press('Escape')
    await dispatch(reader, 'g', 'KeyU')
    await dispatch(reader, ',', 'KeyW')
    await expect(page).toHaveURL(/settings/)
  })
})

test('a macro is recorded and bound, a preset shows what it changes, keymaps are exported and imported, and early keys act', async ({
  signedUp: reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('one', manyEntries('one', 6, YESTERDAY))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(6)

  await test.step('a macro is recorded by doing and played with a key that is bound by keys alone', async () => {
    await reader.press('j q')
    await expect(page.getByText('Recording: 0 steps')).toBeVisible()
    await reader.press('s j')
    await expect(page.getByText('Recording: 2 steps')).toBeVisible()
    await reader.press('q')
    await reader.palette.getByRole('combobox').fill('Star on')
    await reader.press('Enter')
    await expect(reader.toast('Saved “Star on” with 2 steps')).toBeVisible()
    await expect(reader.title).toHaveText('one story 5')

    // Bound on the shortcuts page: found by words, recorded, and back to reading.
    await reader.press('g k')
    const search = page.getByRole('searchbox', { name: 'Search commands and keys' })
    await search.focus()
    await page.keyboard.type('Star on')
    const record = page.getByRole('button', { name: 'Change the keys of Star on' })
    await record.focus()
    await reader.press('Enter y')
    await expect(page.getByText('Star on has new keys.')).toBeVisible()
    await expect(record).toBeFocused()
    await page.goBack()
    await expect(reader.rows.first()).toBeVisible()
    await reader.pane('timeline').locator('[data-scroll]').first().focus()
    await reader.press('y')
    await expect.poll(async () => await starred(reader)).toBe(2)
    await expect(reader.title).toHaveText('one story 4')
  })

  await test.step('a preset shows what it changes, and a keymap is exported, reset, and imported', async () => {
    await goTo(page, '/settings/shortcuts')
    await page.getByRole('button', { name: 'Presets', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Vim' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Vim' })
    await expect(dialog.getByRole('row').filter({ hasText: 'Unread only on or off' })).toBeVisible()
    await dialog.getByRole('button', { name: /^Change \d+ commands/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Your rules' })).toBeVisible()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).press('Enter'),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ version: 1, overrides: {} })

    await page.getByRole('button', { name: 'Reset all', exact: true }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset all' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Your rules' })).toBeHidden()
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'keys.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await page
      .getByRole('dialog', { name: 'Import keys' })
      .getByRole('button', { name: /^Change/ })
      .press('Enter')
    await expect(page.getByRole('heading', { name: 'Your rules' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Your rules' })).toBeHidden()
  })

  await test.step('keys that are pressed before the reader listens act once it does', async () => {
    // Between the page's head and its program, which runs once the document has been read.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return
        for (const [key, code] of [
          ['g', 'KeyG'],
          [',', 'Comma'],
        ])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))
      })
    })
    await page.goto(reader.url)
    await expect(page).toHaveURL(/settings/)
  })
})

async function unread({ page, url }: Reader): Promise<number> {
  const response = await page.request.get(`${url}/api/reads`)
  const { data } = (await response.json()) as { data: Record<string, number> }
  return Object.values(data).reduce((sum, count) => sum + count, 0)
}

async function starred({ page, url }: Reader): Promise<number> {
  const response = await page.request.post(`${url}/api/entries`, { data: { isCollection: true, view: 0 } })
  const { data } = (await response.json()) as { data: readonly unknown[] }
  return data.length
}
