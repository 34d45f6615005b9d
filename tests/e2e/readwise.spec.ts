import type { Locator } from '@playwright/test'
import { startReadwise, type ReadwiseServer } from '../support/readwise-server.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test as base } from './fixtures.ts'
import { openPlugin } from './plugin-page.ts'

const test = base.extend<{ readwise: ReadwiseServer }>({
  readwise: async ({}, use) => {
    const readwise = await startReadwise()
    await use(readwise)
    await readwise.close()
  },
})

test('a user switches Readwise on, saves by palette and by toolbar, and switches it off without a trace', async ({
  signedUp: reader,
  feeds,
  readwise,
}) => {
  const { page, palette } = reader
  feeds.write('essays', manyEntries('essays', 2))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)

  // The pane is drawn from the plugin's schema; what it needs shows once it is on.
  const pane = await openPlugin(reader, 'Readwise')
  await expect(pane.getByLabel('Access token')).toHaveCount(0)
  await pane.getByRole('switch', { name: 'Save to Readwise' }).press('Space')
  await set(pane.getByLabel('Address of Readwise'), readwise.url)

  // What is missing is named as the settings name it.
  await reader.run('Go to all entries')
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('j')
  await reader.run('Save to Readwise')
  await expect(reader.toast('Readwise needs: Access token')).toBeVisible()

  const second = await openPlugin(reader, 'Readwise')
  await set(second.getByLabel('Access token'), 'a wrong one')
  await expect(second.getByPlaceholder('Set; type to replace it')).toBeVisible()

  // The message for a wrong token says where to correct it.
  await reader.run('Go to all entries')
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('j')
  await reader.run('Save to Readwise')
  await expect(reader.toast('does not accept the token')).toContainText('Settings, Integration')
  expect(readwise.documents).toHaveLength(0)

  await set((await openPlugin(reader, 'Readwise')).getByLabel('Access token'), readwise.token)
  await reader.run('Check the Readwise token')
  await expect(reader.toast('Readwise accepts the token')).toBeVisible()
  await reader.run('Go to all entries')
  await expect(reader.rows.first()).toBeVisible()
  await reader.press('j')
  await expect(reader.title).toHaveText('essays story 1')
  await reader.run('Save to Readwise')
  await expect(reader.toast(/^Saved to Readwise/)).toBeVisible()
  expect(readwise.documents).toMatchObject([{ title: 'essays story 1' }])

  // The same by the toolbar's last button.
  const more = reader.pane('entry-render').getByRole('button', { name: 'More' })
  await more.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Save to Readwise' })
  await expect(item).toBeVisible()
  await item.press('Enter')
  await expect(reader.toast('Readwise has it already')).toBeVisible()
  expect(readwise.documents).toHaveLength(2)

  // Off: neither command nor button is left.
  const again = await openPlugin(reader, 'Readwise')
  await again.getByRole('switch', { name: 'Save to Readwise' }).press('Space')
  await expect(again.getByLabel('Access token')).toHaveCount(0)
  await reader.press('Control+k')
  await page.keyboard.type('>save to readwise')
  await expect(palette.getByRole('status')).toHaveText(/result/)
  await expect(palette.getByRole('option', { name: /^Save to Readwise/ })).toHaveCount(0)
  await reader.press('Escape')
  await expect(palette).toBeHidden()

  // An example for those who write plugins is offered to nobody else.
  const pages = page.getByRole('navigation', { name: 'Settings' })
  await pages.getByRole('link', { name: 'Integration' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Webhook' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Hello' })).toHaveCount(0)
})

/** Writes into a field and leaves it by Enter, which saves it; the server has it before the next request. */
async function set(field: Locator, value: string): Promise<void> {
  const saved = field
    .page()
    .waitForResponse(
      (response) =>
        response.request().method() === 'PATCH' && Boolean(response.request().postData()?.includes(value)),
    )
  await field.fill(value)
  await field.press('Enter')
  expect((await saved).ok()).toBe(true)
}
