/** The workshop by keys: from an empty page to a plugin that another user has installed. */
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import { Reader, type Account } from './reader.ts'

const bea: Account = {
  name: 'Bea',
  email: 'bea-of-the-workshop@example.org',
  password: 'correct horse battery',
}

const code = `lectern.start({
  start(host) {
    host.command({
      id: 'unread-count:count',
      title: 'count',
      run: async () => {
        const found = await host.entries('is:unread')
        return { key: 'counted', values: { number: found.length } }
      },
    })
  },
})
`
const texts = JSON.stringify({
  en: {
    count: 'Count what is unread',
    counted: 'Unread now: {{number}}',
    settings: { goal: 'Goal', token: 'Token' },
  },
})
const manifest = JSON.stringify({
  version: '1.2.0',
  settings: { goal: { type: 'number', default: 5 } },
  secrets: ['token'],
})

/** Replaces the whole text of a field or of the editor. */
async function write(reader: Reader, label: string, text: string) {
  await reader.page.getByRole('textbox', { name: label, exact: true }).focus()
  await reader.press('Control+a')
  await reader.page.keyboard.insertText(text)
}

/** Begins from an empty page, and makes the plugin above. */
async function writePlugin(reader: Reader) {
  await reader.run('Open the plugin workshop')
  await expect(reader.page.getByRole('heading', { name: 'Plugin workshop' })).toBeVisible()
  await write(reader, 'Name', 'Unread count')
  await write(reader, 'ID', 'unread-count')
  await write(reader, 'Code', code)
  await write(reader, 'Texts by language', texts)
  await write(reader, 'Manifest', manifest)
}

test('a plugin is written, corrected, bound to a key, shared as a link, and installed by a second user', async ({
  signedUp: reader,
  feeds,
  browser,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('essays', manyEntries('essays', 2))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('essays story 2')
  await reader.run('Open the plugin workshop')
  const editor = page.getByRole('textbox', { name: 'Code', exact: true })
  const results = page.getByRole('region', { name: 'What it does' })

  await test.step('the example runs on the current entry, and shows its panel beside', async () => {
    await editor.focus()
    await reader.press('Control+Enter')
    await expect(results.getByRole('button', { name: 'Count the words' })).toBeVisible()
    await expect(results.getByRole('region', { name: 'Its part above an entry' })).toContainText(
      'essays story 2',
    )
  })
  await test.step('what is typed runs when typing stops; its error is shown with the line', async () => {
    await write(reader, 'Code', 'lectern.start({\n  start(host) {\n    nothing.here\n  },\n})\n')
    await expect(results.getByRole('alert')).toHaveText('Line 3: nothing is not defined')
    await write(reader, 'Code', 'lectern.start({\n  start(host) {\n    host.command(\n')
    await expect(results.getByRole('alert')).toContainText(/^Line \d: .*SyntaxError/)
    await write(
      reader,
      'Code',
      "lectern.start({ start(host) { host.command({ id: 'other:go', title: 'go', run() {} }) } })",
    )
    await expect(results.getByRole('alert')).toContainText('has to begin with “word-count:”')
  })
  await test.step('a loop that fills the memory is stopped, and the reader answers keys meanwhile', async () => {
    await write(reader, 'Code', 'for (const all = []; ; ) all.push(new Array(1000).fill(all.length))')
    await reader.press('Control+k')
    await expect(reader.palette).toBeVisible()
    await reader.press('Escape')
    await expect(results.getByRole('alert')).toContainText('it no longer responded')
  })
  await test.step('a wrong type is underlined, and F8 says what is wrong', async () => {
    await write(
      reader,
      'Code',
      "lectern.start({ start(host) { host.command({ id: 'word-count:go', title: 12345, run() {} }) } })",
    )
    await expect(editor.locator('.cm-lintRange-error')).toHaveText('title')
    await reader.press('Control+Home F8')
    await expect(page.getByText("Type 'number' is not assignable to type 'string'.")).toBeVisible()
  })
  await test.step('the API is completed with its types as it is typed', async () => {
    await write(reader, 'Code', 'lectern.start({ start(host) { ')
    await page.keyboard.type('host.mar')
    const option = page.getByRole('option', { name: /^markRead/ })
    await expect(option).toContainText('(ids: readonly string[], read: boolean): Promise<void>')
    // The editor ignores Enter for a moment after completions appear; then it accepts.
    await page.waitForTimeout(300)
    await reader.press('Enter')
    await expect(editor).toContainText('host.markRead')
  })
  await writePlugin(reader)
  await page.getByRole('textbox', { name: 'Code' }).focus()
  await reader.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Count what is unread' })).toBeVisible()
  await reader.run('Count what is unread')
  await expect(reader.toast('Unread now: 1')).toBeVisible()

  await test.step('its command gets a key, which works in the list', async () => {
    await reader.run('Go to the shortcuts')
    const row = page.locator('.shortcut[data-command="unread-count:count"]')
    await row.getByRole('button', { name: /^Change the keys of/ }).press('Enter')
    await reader.press('y c')
    await expect(page.getByText('Count what is unread has new keys.')).toBeVisible()
    await reader.run('Go home')
    await expect(reader.rows.first()).toBeVisible()
    await expect(reader.toast('Unread now: 1')).toHaveCount(0)
    await reader.press('y c')
    await expect(reader.toast('Unread now: 1')).toBeVisible()
  })

  await reader.run('Open the plugin workshop')
  await page.getByRole('button', { name: 'Share as a link' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Link to the plugin' })
  await expect(field).toHaveValue(/\/install-plugin#[0-9a-f]{64}\./)
  const link = await field.inputValue()

  const context = await browser.newContext()
  const other = new Reader(await context.newPage(), reader.url, bea)
  await test.step('a visitor without an account is asked to sign in', async () => {
    await other.page.goto(link)
    await expect(other.page.getByText('Sign in, then open the link again.')).toBeVisible()
  })
  await other.signUpByCall()
  await test.step('the second user sees what it asks for, installs it and runs it', async () => {
    await other.page.goto(link)
    const preview = other.page.getByRole('group', { name: 'The plugin to install' })
    await expect(preview.getByRole('heading', { name: 'Unread count' })).toBeVisible()
    await expect(preview).toContainText(
      link.slice(link.indexOf('#') + 1, link.indexOf('.', link.indexOf('#'))),
    )
    await expect(preview).toContainText('1.2.0')
    await preview.getByRole('checkbox', { name: 'Read your entries' }).press('Space')
    await preview.getByRole('button', { name: 'Install' }).press('Enter')
    await expect(preview).toHaveCount(0)
    await other.run('Count what is unread')
    await expect(other.toast('Unread now: 0')).toBeVisible()
    await goTo(other.page, '/settings/integration/unread-count')
    await expect(other.page.getByLabel('Goal', { exact: true })).toHaveValue('5')
    await expect(other.page.getByLabel('Token', { exact: true })).toBeVisible()
  })
  await context.close()
})
