/** Without a connection: entries that are saved to a service of the user's own, and those that were taken along. */
import { colouredPng } from '../support/coloured-png.ts'
import { startService, type Service } from '../support/service.ts'
import { silentWav } from '../support/wav.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test as base } from './fixtures.ts'
import { followForOffline } from './user-actions.ts'
import { openPlugin } from './plugin-page.ts'

const SECONDS = 60

const test = base.extend<{ hook: Service }>({
  hook: async ({}, use) => {
    const hook = await startService(() => ({ status: 204 }))
    await use(hook)
    await hook.close()
  },
})

test('what is saved offline waits and is sent once online, and what was taken along is read, seen and heard offline', async ({
  reader,
  feeds,
  hook,
  context,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('essays', manyEntries('essays', 3))
  feeds.serve('rose.png', colouredPng(64, 48, [200, 60, 90]), 'image/png')
  feeds.serve('roses.wav', silentWav(SECONDS), 'audio/wav')
  feeds.serve(
    'garden',
    `<rss version="2.0"><channel><title>Garden</title><link>${feeds.url}</link><description>Plants</description>
<item><guid>1</guid><title>Roses</title><description><![CDATA[<p>Cut in March.</p><img src="${feeds.url}/rose.png" alt="A rose">]]></description>
<enclosure url="${feeds.url}/roses.wav" type="audio/wav" length="480044"/></item>
<item><guid>2</guid><title>Oaks</title><description>Left alone.</description></item></channel></rss>`,
    'application/rss+xml',
  )
  await followForOffline(reader, { ...feeds, names: () => ['essays', 'garden'] }, 5)

  await test.step('what is saved offline waits over a reload, can be cancelled, and is sent once online', async () => {
    const titles = () => hook.requests.map(({ body }) => (JSON.parse(body) as { title: string }).title)
    const state = page.getByRole('list', { name: 'Saved to' })
    const pane = await openPlugin(reader, 'Webhook')
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

    await reader.run('Go to a subscription', 'essays')
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
    // It was one of those that were saved together.
    await expect(reader.toast('Webhook has it already')).toBeVisible()
  })

  await test.step('the size is shown first, and what was taken along is read, seen and heard without a connection', async () => {
    await reader.run('Go to all entries')
    await reader.run('Take entries along offline')
    const dialog = page.getByRole('dialog', { name: 'Take along' })
    const query = dialog.getByLabel('Which entries')
    await query.fill('is:')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await query.fill('title:roses')
    await expect(dialog.getByRole('status')).toContainText('Recordings1, 480 kB')
    await expect(dialog.getByRole('status')).toContainText('Pictures1')
    await query.press('Enter')
    await expect(reader.toast('1 entry is taken along')).toBeVisible()

    // What the browser itself remembers of the network is not what is tested.
    for (const name of ['rose.png', 'roses.wav']) feeds.serve(name, '', 'text/plain')
    await context.setOffline(true)
    await page.reload()
    await reader.rows.filter({ hasText: 'Roses' }).click()
    const picture = page.getByRole('img', { name: 'A rose' })
    await expect(picture).toHaveAttribute('src', /^blob:/)
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(64)
    await reader.run('Play')
    const player = page.locator('[data-focus-area="video-player"]')
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', String(SECONDS))

    await reader.run('Remove what was taken along')
    await expect(reader.toast('The pictures and recordings are removed')).toBeVisible()
  })
})
