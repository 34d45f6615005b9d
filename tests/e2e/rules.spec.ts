/** A rule is written by keys in both ways, tried on the past, applied and undone; then it acts, and says so. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Violations found by axe, by the rule and the elements. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).include('[data-screen="rules"]').analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('rules are written, tried, applied, undone, ordered, and named by the entry that they changed', async ({
  signedUp: reader,
  feeds,
  refreshFeed,
}) => {
  const { page } = reader
  const at = Date.now() - 3_600_000
  const old = [
    { guid: '1', title: 'Gold is found', html: '<p>In the hills.</p>', at },
    { guid: '2', title: 'A silver lining', html: '<p>In the clouds.</p>', at: at - 1000 },
    { guid: '3', title: 'Nothing new', html: '<p>From the west.</p>', at: at - 2000 },
  ]
  feeds.write('news', old, 'News')
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(3)

  const service = { enableWebhook: true, webhookUrl: `${feeds.url}/save` }
  await reader.request('/plugins/webhook/settings', { method: 'PATCH', body: { values: service } })
  await reader.press('g r')
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
  await reader.run('New rule')
  const editor = page.getByRole('form', { name: 'New rule' })
  /** Adds what the rule does, by keys. */
  const act = async (name: string) => {
    await editor.getByRole('button', { name: 'Add action' }).press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await expect(editor.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Metals')
  await editor.getByRole('textbox', { name: 'Value' }).fill('gold')
  await act('Star it')

  // The same rule as a query, and more of it.
  await editor.getByRole('radio', { name: 'Query' }).press('Space')
  const query = editor.getByRole('textbox', { name: 'Conditions as a query' })
  await expect(query).toHaveValue('title:gold')
  await query.fill('title:gold OR title:')
  await expect(editor.getByRole('alert')).toContainText('A value is missing')
  await query.fill('title:gold OR title:silver')
  await editor.getByRole('radio', { name: 'Form' }).press('Space')
  await expect(editor.getByRole('group', { name: 'Or all of these' })).toBeVisible()
  // What it matches stands beside it, and follows what is typed.
  const matches = editor.getByRole('region', { name: 'What it matches' })
  await expect(matches.getByRole('status')).toHaveText('Matches 2 of the last week’s 3 entries')
  await expect(matches.getByRole('link')).toHaveText(['Gold is found', 'A silver lining'])
  const values = editor.getByRole('textbox', { name: 'Value' })
  await editor.getByRole('button', { name: 'Add condition' }).first().press('Enter')
  await expect(values.nth(1)).toBeFocused()
  await expect(matches).toContainText('Complete the condition')
  await page.keyboard.type('nowhere')
  await expect(matches.getByRole('status')).toHaveText('Matches 1 of the last week’s 3 entries')
  await expect(matches.getByRole('link')).toHaveText(['A silver lining'])
  await editor.getByRole('button', { name: 'Remove this condition' }).nth(1).press('Enter')
  await expect(matches.getByRole('link')).toHaveText(['Gold is found', 'A silver lining'])
  await act('Send it to a webhook …')
  await expect(editor.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type(`${feeds.url}/hook`)
  await act('Save to the webhook')
  expect(await violations(page)).toEqual([])
  await reader.press('Control+Enter')
  const list = page.getByRole('list', { name: 'Rules' })
  await expect(list.getByRole('listitem')).toHaveText(/Metals.*Star it · Send to 1 webhook · Save to Webhook/)

  // A second rule, moved before the first, switched off and on, by keys.
  await reader.run('New rule')
  await expect(editor.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Adverts')
  await editor.getByRole('textbox', { name: 'Value' }).fill('advert')
  await reader.press('Control+Enter')
  await expect(editor.getByRole('alert')).toContainText('Choose what the rule does')
  await act('Hide it')
  await reader.press('Control+Enter')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const second = list.getByRole('listitem').nth(1)
  await second.focus()
  await reader.press('Alt+ArrowUp')
  await expect(list.getByRole('listitem').first()).toContainText('Adverts')
  await expect(list.getByRole('listitem').first()).toBeFocused()
  await reader.press('Space')
  await expect(list.getByRole('switch').first()).not.toBeChecked()
  await reader.run('Undo')
  await expect(list.getByRole('switch').first()).toBeChecked()

  // Applied to the past, and taken back.
  await reader.run('Try the rules on the past')
  const apply = page.getByRole('button', { name: 'Apply the rules to the last 90 days' })
  await apply.press('Enter')
  const runs = page.getByRole('list', { name: 'Runs over the past' })
  await expect(runs.getByRole('listitem')).toContainText('Done 3 examined, 2 touched')
  const acts = async () => (await reader.request<{ data: unknown[] }>('/actions/acts')).data.length
  expect(await acts()).toBe(2)
  await runs.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(runs.getByRole('listitem')).toContainText('Undone')
  expect(await acts()).toBe(0)

  // What arrives now is starred and hidden.
  feeds.write(
    'news',
    [
      { guid: '4', title: 'More gold', html: '<p>In the river.</p>', at: Date.now() - 60_000 },
      { guid: '5', title: 'An advert', html: '<p>Buy this.</p>', at: Date.now() - 120_000 },
      ...old,
    ],
    'News',
  )
  const { data } = await reader.request<{ data: { feedId: string }[] }>('/subscriptions')
  await refreshFeed(data[0]?.feedId ?? '')
  await reader.run('Show hidden entries')
  await expect(page.getByRole('link', { name: 'An advert' })).toBeVisible()
  await expect(page.getByText('Hidden by Adverts')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'An advert' }).press('Enter')
  await expect(reader.title).toHaveText('An advert')

  // The webhook refuses what it gets, and so does the service of the plugin.
  await reader.run('Show deliveries of rules')
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(deliveries).toContainText('/hook')
  await expect
    .poll(async () => {
      await refresh.press('Enter')
      return deliveries.textContent()
    })
    .toMatch(
      /HTTP 404.*Webhook refused the entry \(status 404\)|Webhook refused the entry \(status 404\).*HTTP 404/,
    )
  await page.reload()
  await expect(list.getByRole('listitem').nth(1)).toContainText('Webhook did not save the last entry')

  // Rules as a file, and back.
  const [file] = await Promise.all([page.waitForEvent('download'), reader.run('Export rules')])
  await reader.run('Import rules')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).press('Enter'),
  ])
  await chooser.setFiles(await file.path())
  await page.getByRole('button', { name: 'Add 2 rules' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await reader.run('Undo')
  await expect(list.getByRole('listitem')).toHaveCount(2)

  await reader.press('g h')
  await expect(reader.rows.first()).toContainText('More gold')
  await expect(reader.rows).toHaveCount(4)
  await reader.rows.first().click()
  await expect(reader.title).toHaveText('More gold')
  await reader.run('Which rule did this?')
  const dialog = page.getByRole('dialog', { name: 'Which rule did this?' })
  await expect(dialog.getByRole('listitem')).toContainText('Metals')
  await dialog.getByRole('button', { name: 'Open the rule' }).press('Enter')
  await expect(
    page.getByRole('form', { name: 'Edit rule' }).getByRole('textbox', { name: 'Name' }),
  ).toHaveValue('Metals')

  // A rule of the feed that is current, in a narrow window.
  await reader.press('Escape')
  await page.setViewportSize({ width: 390, height: 800 })
  await reader.run('New rule from a query', 'in:News has:audio')
  await expect(editor.getByRole('textbox', { name: 'Name' })).toHaveValue('in:News has:audio')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await editor.getByRole('radio', { name: 'Query' }).press('Space')
  await editor.getByRole('textbox', { name: 'Conditions as a query' }).fill('is:st')
  await editor.getByRole('button', { name: 'starred' }).press('Enter')
  await expect(editor.getByRole('textbox', { name: 'Conditions as a query' })).toHaveValue('is:starred')
})

test('an author and a word are muted in one step, from the menu of a row and by keys, and one undo takes each back', async ({
  signedUp: reader,
  feeds,
}) => {
  const { page } = reader
  const item = (guid: number, title: string, author: string) =>
    `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title><dc:creator>${author}</dc:creator>
    <pubDate>${new Date(Date.now() - guid * 60_000).toUTCString()}</pubDate></item>`
  feeds.write('first', [], 'First')
  feeds.serve(
    'first',
    `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>First</title>
    ${item(1, 'Tea in the morning', 'Ada')}${item(2, 'Coffee at noon', 'Grace')}
    ${item(3, 'More tea', 'Grace')}${item(4, 'Water', 'Ada')}</channel></rss>`,
    'application/rss+xml',
  )
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(4)

  await reader.rows.nth(3).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Mute this author' }).click()
  await expect(reader.rows).toHaveText([/Coffee at noon/, /More tea/])
  const toast = reader.toast('Ada')
  await expect(toast).toContainText('2 entries hidden')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(reader.rows).toHaveCount(4)

  // The words of the title are offered; others can be typed.
  await reader.rows.first().click()
  await reader.press('Shift+Y w')
  const box = reader.palette.getByRole('combobox')
  await expect(reader.palette.getByRole('option', { name: 'morning' })).toBeVisible()
  await box.fill('tea')
  await reader.press('Enter')
  await expect(reader.rows).toHaveText([/Coffee at noon/, /Water/])
  await expect(reader.toast('tea')).toContainText('2 entries hidden')
  await page.reload()
  await expect(reader.rows).toHaveText([/Coffee at noon/, /Water/])
  await reader.press('g r')
  const rule = page.getByRole('list', { name: 'Rules' }).getByRole('listitem')
  await expect(rule).toContainText('Muted')
  await expect(rule).toContainText(/Entry title contains “tea”/i)
  // What was opened since is taken back before.
  await expect(async () => {
    await reader.press('Control+z')
    await expect(page.getByText('There are no rules yet')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await reader.press('g h')
  await expect(reader.rows.filter({ hasText: 'More tea' })).toHaveCount(1)
})
