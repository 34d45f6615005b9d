import { sharedPlugin } from '../support/shared-plugin.ts'
import type { WrittenFeeds } from '../support/written-feeds.ts'
import { startService, type Service } from '../support/service.ts'
import { expect, test as base } from './fixtures.ts'
import type { Reader } from './reader.ts'

/** `shelf` takes what is saved. */
const test = base.extend<{ shelf: Service }>({
  shelf: async ({}, use) => {
    const shelf = await startService(() => ({ status: 204 }))
    await use(shelf)
    await shelf.close()
  },
})
test.describe.configure({ timeout: 300_000 })
test.use({ env: { PLUGIN_SERVER_HALVES: 'on' } })

/** By its switch, its field and its command, whoever wrote it. @param id of the plugin */
async function greetsBy(reader: Reader, lectern: string, id: string) {
  const { page } = reader
  await reader.request(`/plugins/${id}/settings`, {
    method: 'PATCH',
    body: { values: { enableHello: true } },
  })
  await page.goto(`${lectern}/settings/integration/${id}`)
  const pane = page.getByRole('region', { name: 'Hello', exact: true })
  await expect(pane.getByRole('switch', { name: 'Say hello' })).toBeChecked()
  await reader.run('Say hello')
  await expect(reader.toast('Hello, reader!')).toBeVisible()
  await pane.getByLabel('Your name').fill('Ada')
  await page.keyboard.press('Tab')
  await expect(async () => {
    await reader.run('Say hello')
    await expect(reader.toast('Hello, Ada!')).toBeVisible({ timeout: 3000 })
  }).toPass()
}

/** The plugin's page says where the address in its settings leads, and the user allows it by keys. */
async function allowsHostOf(reader: Reader, lectern: string, id: string, address: string) {
  const { page } = reader
  const { host } = new URL(address)
  await reader.request(`/plugins/${id}/settings`, {
    method: 'PATCH',
    body: { values: { helloEndpoint: address } },
  })
  await page.goto(`${lectern}/settings/integration/${id}`)
  const pane = page.getByRole('region', { name: 'Hello', exact: true })
  await expect(pane.getByRole('status')).toContainText(`The address in its settings leads to ${host} now`)
  const permission = pane.getByRole('checkbox', { name: `Send what it knows to ${host}` })
  await expect(permission).not.toBeChecked()
  await pane.getByRole('button', { name: `Allow ${host}` }).press('Enter')
  await expect(permission).toBeChecked()
  await expect(pane.getByRole('status')).toHaveCount(0)
  // With another host in the setting it is no longer allowed.
  // Until it is sent, another change of the setting would be followed by this one.
  const sent = page.waitForResponse(
    (response) => response.request().postData()?.includes('other.example') ?? false,
  )
  await pane.getByLabel('Address to save to').fill('https://other.example/shelf')
  await page.keyboard.press('Enter')
  await expect(pane.getByRole('status')).toContainText('leads to other.example now')
  await expect(pane.getByRole('checkbox', { name: 'Send what it knows to other.example' })).not.toBeChecked()
  await sent
}

/** The open entry by its command, which says so and remembers it. */
async function savesBy(reader: Reader, id: string, shelf: Service) {
  await reader.run('Go to all entries')
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('A long read')
  // The page may still send the address that was entered last.
  await expect(async () => {
    await reader.request(`/plugins/${id}/settings`, {
      method: 'PATCH',
      body: { values: { helloEndpoint: `${shelf.url}/shelf` } },
    })
    await reader.run('Save to Hello')
    await expect(reader.toast('Saved to Hello')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(reader.page.getByRole('list', { name: 'Saved to' })).toContainText('Saved to Hello')
  expect(shelf.requests.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { title: 'A long read' },
  ])
}

/** Its condition is chosen in a rule by keys, which then finds the long entry; switched off, it finds none and says why. */
async function findsLongEntries(reader: Reader, lectern: string, id: string) {
  const { page } = reader
  await page.goto(`${lectern}/action?rule=new`)
  const editor = page.getByRole('form', { name: 'New rule' })
  const name = editor.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('Long reads')
  const field = editor.getByRole('combobox', { name: 'Field' })
  await expect(field.getByRole('option', { name: 'Minutes to read it, at least · Hello' })).toHaveCount(1)
  await field.press('m')
  await expect(field).toHaveValue(`${id}:reading-time`)
  await editor.getByRole('textbox', { name: 'Value' }).fill('0')
  await expect(editor.getByRole('alert')).toContainText('A number from 1 to 600')
  await editor.getByRole('textbox', { name: 'Value' }).fill('2')
  for (const action of ['Star it', 'Star what mentions a word · Hello']) {
    await editor.getByRole('button', { name: 'Add action' }).press('Enter')
    await page.getByRole('menuitem', { name: action }).press('Enter')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await reader.press('Control+Enter')
  await expect(editor.getByRole('alert')).toContainText("Enter what the plugin's action needs")
  await editor.getByRole('textbox', { name: 'Word', exact: true }).fill('tea')
  const matches = editor.getByRole('region', { name: 'What it matches' })
  await expect(matches.getByRole('status')).toContainText('Matches 1 of')
  await expect(matches.getByRole('link')).toHaveText(['A long read'])
  await reader.press('Control+Enter')
  const rule = page.getByRole('list', { name: 'Rules' }).getByRole('listitem')
  await expect(rule).toContainText('Minutes to read it, at least · Hello “2”: holds')
  await expect(rule).toContainText('Star what mentions a word “tea” · Hello')
  await reader.request(`/plugins/${id}/settings`, {
    method: 'PATCH',
    body: { values: { enableHello: false } },
  })
  await page.goto(`${lectern}/action`)
  await expect(rule).toContainText('its condition holds for no entry')
}

/** A long entry and a short one. */
async function follow(reader: Reader, feeds: WrittenFeeds) {
  const at = Date.now() - 3_600_000
  const long = `<p>${'Once upon a time there was tea. '.repeat(100)}</p>`
  feeds.write('news', [
    { guid: '1', title: 'A long read', html: long, at },
    { guid: '2', title: 'A note', html: '<p>Tea.</p>', at },
  ])
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
}

test('the plugin hello greets by its two halves, built in', async ({ reader, lectern, feeds, shelf }) => {
  await follow(reader, feeds)
  await greetsBy(reader, lectern.url, 'hello')
  await expect(reader.page.locator('[data-plugin-frame]')).toHaveCount(0)
  // Its job has run on the server, as it does each hour.
  const { page } = reader
  const job = page.getByRole('region', { name: 'Hello', exact: true }).getByRole('listitem')
  await expect(async () => {
    await page.goto(`${lectern.url}/settings/integration/hello`)
    await expect(job).toContainText(/Wave once an hour\s*Every hour\.\s*Last done:/, { timeout: 5000 })
  }).toPass()
  await savesBy(reader, 'hello', shelf)
  await findsLongEntries(reader, lectern.url, 'hello')
})

test('the plugin hello greets by its two halves, installed from a file', async ({
  reader,
  lectern,
  feeds,
  shelf,
}) => {
  const { page } = reader
  await follow(reader, feeds)
  const file = await sharedPlugin('hello', {
    id: 'greeter',
    enabledBy: 'enableHello',
    settings: {
      enableHello: { type: 'boolean', default: false },
      name: { type: 'string', default: 'reader', maxLength: 60 },
      helloEndpoint: { type: 'string', default: '' },
    },
    permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{helloEndpoint}'],
    actions: [{ name: 'star-mentioning', operand: { type: 'text', maxLength: 60 } }],
    conditions: { 'reading-time': { type: 'number', minimum: 1, maximum: 600 } },
    commands: [{ id: 'greeter:greet', title: 'greet', call: 'greet', scope: 'read' }],
  })
  await page.goto(`${lectern.url}/settings/integration`)
  await page
    .locator('input[type="file"][accept*="json"]')
    .setInputFiles({ name: 'greeter.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  const preview = page.getByRole('group', { name: 'The plugin to install' })
  await expect(preview).toContainText('Its part for the server runs there')
  await expect(preview).toContainText('Save entries to a service')
  await expect(preview).toContainText('greeter:greet (Read)')
  await expect(
    preview.getByRole('checkbox', { name: /to the address in its settings, which is empty/ }),
  ).toBeDisabled()
  for (const name of ['Read your entries', /^Save entries to a service/])
    await preview.getByRole('checkbox', { name }).check()
  await preview.getByRole('button', { name: 'Install' }).click()
  await expect(preview).toHaveCount(0)
  await greetsBy(reader, lectern.url, 'greeter')
  await expect(page.locator('[data-plugin-frame]')).toHaveCount(1)
  await allowsHostOf(reader, lectern.url, 'greeter', shelf.url)
  await savesBy(reader, 'greeter', shelf)
  await findsLongEntries(reader, lectern.url, 'greeter')
})
