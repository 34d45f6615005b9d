import { sharedPlugin } from '../support/shared-plugin.ts'
import type { WrittenFeeds } from '../support/written-feeds.ts'
import { startService, type Service } from '../support/service.ts'
import { goTo } from './dialog-openers.ts'
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

/** The page of the plugin, which has its switch and fields. */
const paneOf = ({ page }: Reader) => page.getByRole('region', { name: 'Hello', exact: true })
const switchOf = (reader: Reader) => paneOf(reader).getByRole('switch', { name: 'Say hello' })

/** By its switch, its field and its command, whoever wrote it. @param before the name in its field at first */
async function greets(reader: Reader, before: string, name: string) {
  const { page } = reader
  await expect(switchOf(reader)).toBeChecked()
  await reader.run('Say hello')
  await expect(reader.toast(`Hello, ${before}!`)).toBeVisible()
  await paneOf(reader).getByLabel('Your name').fill(name)
  await page.keyboard.press('Tab')
  await expect(async () => {
    await reader.run('Say hello')
    await expect(reader.toast(`Hello, ${name}!`)).toBeVisible({ timeout: 3000 })
  }).toPass()
}

/** The plugin's page says where the address in its settings leads, and the user allows it by keys. */
async function allowsHostOf(reader: Reader, address: string) {
  const { page } = reader
  const { host } = new URL(address)
  const pane = paneOf(reader)
  const status = pane.getByRole('status')
  const enter = async (endpoint: string) => {
    // Until it is sent, another change of the setting would be followed by this one.
    const sent = page.waitForResponse(
      (response) => response.request().postData()?.includes(endpoint) ?? false,
    )
    await pane.getByLabel('Address to save to').fill(endpoint)
    await page.keyboard.press('Enter')
    await sent
  }
  await enter(address)
  await expect(status).toContainText(`The address in its settings leads to ${host} now`)
  const permission = pane.getByRole('checkbox', { name: `Send what it knows to ${host}` })
  await expect(permission).not.toBeChecked()
  await pane.getByRole('button', { name: `Allow ${host}` }).press('Enter')
  await expect(permission).toBeChecked()
  await expect(status).toHaveCount(0)
  // With another host in the setting it is no longer allowed.
  await enter('https://other.example/shelf')
  await expect(status).toContainText('leads to other.example now')
  await expect(pane.getByRole('checkbox', { name: 'Send what it knows to other.example' })).not.toBeChecked()
  await enter(address)
  await expect(status).toHaveCount(0)
}

/** The open entry by its command, which says so and remembers it. */
async function saves(reader: Reader, shelf: Service) {
  await reader.run('Go to all entries')
  await expect(reader.rows).toHaveCount(2)
  await reader.press('j')
  await expect(reader.title).toHaveText('A long read')
  await reader.run('Save to Hello')
  await expect(reader.toast('Saved to Hello')).toBeVisible()
  await expect(reader.page.getByRole('list', { name: 'Saved to' })).toContainText('Saved to Hello')
  expect(shelf.requests.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { title: 'A long read' },
  ])
}

/** Its condition is chosen in a rule by keys, which then finds the long entry; switched off, it finds none and says why. */
async function findsLongEntries(reader: Reader, id: string) {
  const { page } = reader
  await goTo(page, '/action?rule=new')
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
  await goTo(page, `/settings/integration/${id}`)
  const sent = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await switchOf(reader).press('Space')
  await sent
  await page.goto(`${reader.url}/action`)
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

test('the plugin hello greets by its two halves, built in and installed from a file, which saves and finds entries', async ({
  signedUp: reader,
  feeds,
  shelf,
}) => {
  const { page } = reader
  await test.step('built in it greets, and its job runs on the server', async () => {
    const path = '/plugins/hello/settings'
    await reader.request(path, { method: 'PATCH', body: { values: { enableHello: true } } })
    await follow(reader, feeds)
    const lastDone = async () =>
      (await reader.request<{ data: { jobs: { at: number | null }[] } }>(path)).data.jobs[0]?.at
    await expect.poll(lastDone).toEqual(expect.any(Number))
    await goTo(page, '/settings/integration/hello')
    await greets(reader, 'reader', 'Ada')
    await expect(page.locator('[data-plugin-frame]')).toHaveCount(0)
    await expect(paneOf(reader).getByRole('listitem')).toContainText(
      /Wave once an hour\s*Every hour\.\s*Last done:/,
    )
    // An example for those who write plugins is offered to nobody else.
    await switchOf(reader).press('Space')
    await expect(switchOf(reader)).toHaveCount(0)
  })

  await test.step('from a file it is installed with what the user permits', async () => {
    const file = await sharedPlugin('hello', {
      id: 'greeter',
      enabledBy: 'enableHello',
      settings: {
        enableHello: { type: 'boolean', default: false },
        name: { type: 'string', default: 'guest', maxLength: 60 },
        helloEndpoint: { type: 'string', default: '' },
      },
      permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{helloEndpoint}'],
      actions: [{ name: 'star-mentioning', operand: { type: 'text', maxLength: 60 } }],
      conditions: { 'reading-time': { type: 'number', minimum: 1, maximum: 600 } },
      commands: [{ id: 'greeter:greet', title: 'greet', call: 'greet', scope: 'read' }],
    })
    await goTo(page, '/settings/integration')
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
  })

  await test.step('in its frame it greets, saves, and finds long entries', async () => {
    await goTo(page, '/settings/integration/greeter')
    await greets(reader, 'guest', 'Grace')
    await expect(page.locator('[data-plugin-frame]')).toHaveCount(1)
    await allowsHostOf(reader, `${shelf.url}/shelf`)
    await saves(reader, shelf)
    await findsLongEntries(reader, 'greeter')
  })
})
