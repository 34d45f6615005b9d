/** The server's own pages: an administrator finds, disables and deletes a user; another user never sees them. */
import { AxeBuilder } from '@axe-core/playwright'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'

// The first account is the admin.
test.use({ env: {} })

test('an administrator changes accounts, feeds, invitations and rules, and nobody else loads the page', async ({
  signedUp: reader,
  feeds,
  signUpAnother,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  const panel = page.getByRole('tabpanel')
  const confirm = page.getByRole('alertdialog')
  feeds.write('broken', manyEntries('broken', 1), 'Broken Gazette')
  feeds.write('long', manyEntries('long', 14), 'Long Gazette')
  await reader.follow(feeds)

  await test.step('the server is seen and accounts are changed, and nobody else loads the page', async () => {
    // Another user: no command, no page, and nothing of it loads.
    const other = await signUpAnother('Bea')
    const loaded: string[] = []
    other.page.on('request', (request) => loaded.push(request.url()))
    await other.page.goto(`${reader.url}/admin`)
    await expect(other.page).toHaveURL(/\/timeline\//)
    await expect(other.pane('timeline')).toBeVisible()
    expect(loaded.filter((url) => url.includes('/api/admin/'))).toEqual([])

    await reader.press('g v')
    await expect(page.getByRole('heading', { level: 1, name: 'Server' })).toBeVisible()
    await expect(panel).toContainText('Anybody may create an account.')
    await expect(panel).toContainText('SQLite')
    await panel.getByRole('button', { name: 'Clean up now' }).press('Enter')
    await expect(panel.getByRole('status')).toContainText('deleted')
    const violations = async () =>
      (await new AxeBuilder({ page }).include('[data-screen="admin"]').analyze()).violations.map(
        ({ id }) => id,
      )
    expect(await violations()).toEqual([])

    const tab = page.getByRole('tab', { name: 'Overview' })
    await tab.press('ArrowRight')
    await panel.getByRole('searchbox').fill('bea')
    const users = page.getByRole('list', { name: 'Users' })
    await expect(users.getByRole('listitem')).toHaveText([new RegExp(`Bea.*${other.account.email}`)])
    expect(await violations()).toEqual([])
    await users.getByRole('button', { name: 'Disable: Bea' }).press('Enter')
    await expect(confirm).toContainText('cannot sign in until you enable the account again')
    await confirm.getByRole('button', { name: 'Disable' }).press('Enter')
    await expect(users).toContainText('Disabled')
    expect((await other.request<{ code: number }>('/subscriptions')).code).toBe(1000)
    await users.getByRole('button', { name: 'Delete account: Bea' }).press('Enter')
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await confirm.getByRole('button', { name: 'Delete account' }).press('Enter')
    await expect(panel).toContainText('No user is found')
  })

  await test.step('a failing feed is fetched, jobs are listed, and a code to invite is made', async () => {
    const { data } = await reader.request<{ data: { feedId: string; feeds: { url: string } }[] }>(
      '/subscriptions',
    )
    const broken = data.find(({ feeds: { url } }) => url === feeds.address('broken'))
    feeds.serve('broken', 'Nothing to see here.', 'text/plain')
    await reader.request(`/feeds/refresh?id=${broken?.feedId}`, { method: 'POST' })
    await page.getByRole('tab', { name: 'Failing feeds' }).press('Enter')
    await expect(page.getByRole('list', { name: 'Failing feeds' })).toContainText('Broken Gazette')
    await panel.getByRole('button', { name: 'Fetch “Broken Gazette” now' }).press('Enter')
    await expect(panel.getByRole('alert')).toContainText('That was not done.')
    await page.getByRole('tab', { name: 'Failing feeds' }).press('ArrowRight')
    await expect(panel).toContainText('A failed job is tried again by itself')
    await page.getByRole('tab', { name: 'Jobs' }).press('ArrowRight')
    await panel.getByRole('button', { name: 'Create a code' }).press('Enter')
    await expect(page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')).toHaveText(/not used/)
    await panel.getByRole('button', { name: /^Withdraw / }).press('Enter')
    await confirm.getByRole('button', { name: 'Withdraw' }).press('Enter')
    await expect(panel).toContainText('There are no codes yet')
  })

  await test.step('what rules would delete is shown before they are saved', async () => {
    await goTo(page, '/admin?show=retention')
    const rule = page.getByRole('group', { name: 'All feeds' })
    await rule.getByLabel('Entries per feed').fill('12')
    await page.keyboard.press('Enter')
    await expect(confirm).toContainText('2 entries would be deleted with the next run')
    await expect(confirm).toContainText('Long Gazette: 2')
    await confirm.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('The rules are saved.')).toBeVisible()
    await page.reload()
    await expect(rule.getByLabel('Entries per feed')).toHaveValue('12')
    await expect(rule.getByLabel('Delete after days')).toHaveValue('')

    // A rule for a query: one that cannot be sent says why, and is stored like the others once it can.
    await page.getByRole('button', { name: 'Add a rule for a query' }).press('Enter')
    const query = page.getByRole('group', { name: /query/i })
    const text = query.getByRole('textbox', { name: 'Query' })
    await expect(text).toBeFocused()
    await text.fill('title:')
    await expect(query.getByRole('alert')).toContainText('A value is missing')
    await text.fill('is:unread')
    await page.keyboard.press('Enter')
    await expect(query.getByRole('alert')).toContainText('Enter after how many days')
    await query.getByLabel('Entries per feed').fill('10')
    await page.keyboard.press('Enter')
    await expect(confirm).toContainText('4 entries would be deleted with the next run')
    await confirm.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('The rules are saved.')).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue('is:unread')
    await expect(query.getByLabel('Entries per feed')).toHaveValue('10')
  })
})
