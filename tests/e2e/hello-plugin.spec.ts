import { sharedPlugin } from '../support/shared-plugin.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

test.use({ env: { PLUGIN_SERVER_HALVES: 'on' } })

/** By its switch, its field and its command, whoever wrote it. @param id of the plugin */
async function greetsBy(reader: Reader, lectern: string, id: string) {
  const { page } = reader
  await reader.ask(`/plugins/${id}/settings`, { method: 'PATCH', body: { values: { enableHello: true } } })
  await page.goto(`${lectern}/settings/integration`)
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

test('the plugin hello greets by its two halves, built in', async ({ reader, lectern }) => {
  await greetsBy(reader, lectern.url, 'hello')
  await expect(reader.page.locator('[data-plugin-frame]')).toHaveCount(0)
  // Its job has run on the server, as it does each hour.
  const { page } = reader
  const job = page.getByRole('region', { name: 'Hello', exact: true }).getByRole('listitem')
  await expect(async () => {
    await page.goto(`${lectern.url}/settings/integration`)
    await expect(job).toContainText(/Wave once an hour\s*Every hour\.\s*Last done:/, { timeout: 5000 })
  }).toPass()
})

test('the plugin hello greets by its two halves, installed from a file', async ({ reader, lectern }) => {
  const { page } = reader
  const file = await sharedPlugin('hello', {
    id: 'greeter',
    enabledBy: 'enableHello',
    settings: {
      enableHello: { type: 'boolean', default: false },
      name: { type: 'string', default: 'reader', maxLength: 60 },
    },
  })
  await page.goto(`${lectern.url}/settings/integration`)
  await page
    .locator('input[type="file"][accept*="json"]')
    .setInputFiles({ name: 'greeter.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  const preview = page.getByRole('group', { name: 'The plugin to install' })
  await expect(preview).toContainText('Its part for the server runs there')
  await preview.getByRole('button', { name: 'Install' }).click()
  await expect(preview).toHaveCount(0)
  await greetsBy(reader, lectern.url, 'greeter')
  await expect(page.locator('[data-plugin-frame]')).toHaveCount(1)
})
