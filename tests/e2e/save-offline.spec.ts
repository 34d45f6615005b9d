/** Saving entries to a service of the user's own: at once, several together, and without a connection. */
import { startService, type Service } from '../support/service.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test as base } from './fixtures.ts'
import { followForOffline } from './user-actions.ts'

const test = base.extend<{ hook: Service }>({
  hook: async ({}, use) => {
    const hook = await startService(() => ({ status: 204 }))
    await use(hook)
    await hook.close()
  },
})

test('what is saved offline waits over a reload, can be cancelled, and is sent once online', async ({
  reader,
  feeds,
  hook,
  context,
}) => {
  const { page } = reader
  const titles = () => hook.requests.map(({ body }) => (JSON.parse(body) as { title: string }).title)
  const state = page.getByRole('list', { name: 'Saved to' })
  feeds.write('essays', manyEntries('essays', 3))
  await followForOffline(reader, feeds, 3)
  await reader.press('g Comma')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Integration' })
    .press('Enter')
  const pane = page.getByRole('region', { name: 'Webhook' })
  await pane.getByRole('switch', { name: 'Send to a webhook' }).press('Space')
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await pane.getByLabel('Address').fill(`${hook.url}/hook`)
  await pane.getByLabel('Address').press('Enter')
  expect((await stored).ok()).toBe(true)

  // A wrong template is named with its place, and not stored.
  await pane.getByLabel('Body').fill('{\n  "a": "{{titel}}"\n}')
  await expect(pane.getByRole('alert')).toContainText('Line 2, column 9: there is no {{titel}}')
  await pane.getByLabel('Body').fill('{"title": "{{title}}"}')
  await pane.getByLabel('Address').press('Tab')

  await reader.run('Go to all entries')
  await expect(reader.rows).toHaveCount(3)
  await reader.press('j')
  await reader.run('Save to the webhook')
  await expect(reader.toast('Saved to Webhook')).toBeVisible()
  await expect(state).toContainText('Saved to Webhook')
  expect(titles()).toEqual(['essays story 3'])

  // Several together: one message.
  await reader.press('Control+a')
  await reader.run('Save to the webhook')
  await expect(reader.toast('Saved 3 entries to Webhook')).toBeVisible()
  expect(titles().slice(1).toSorted()).toEqual(['essays story 1', 'essays story 2', 'essays story 3'])
  await reader.press('Escape')

  await context.setOffline(true)
  await reader.press('j')
  await expect(reader.title).toHaveText('essays story 2')
  await reader.run('Save to the webhook')
  await expect(reader.toast('1 entry will be saved to Webhook when you are online')).toBeVisible()
  await expect(state).toContainText('Waits to be saved to Webhook')
  await reader.press('j')
  await expect(reader.title).toHaveText('essays story 1')
  await reader.run('Save to the webhook')
  await expect(state).toContainText('Waits to be saved to Webhook')

  // The address of the open entry is written a moment after it is opened.
  const id = await reader.currentRow.getAttribute('data-entry-id')
  await expect(page).toHaveURL(new RegExp(`/${id}$`))
  await page.reload()
  await expect(reader.title).toHaveText('essays story 1')
  await expect(state).toContainText('Waits to be saved to Webhook')
  await state.getByRole('button', { name: 'Do not save to Webhook' }).press('Enter')
  await expect(state).toBeHidden()

  await context.setOffline(false)
  await expect.poll(() => titles().slice(4)).toEqual(['essays story 2'])
  await expect(reader.toast('Saved to Webhook')).toBeVisible()
})
