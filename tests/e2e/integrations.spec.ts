/** The shelf of integrations: cards with a state, and a page for each, by keys alone and by the mouse alone. */
import { AxeBuilder } from '@axe-core/playwright'
import { startReadwise, type ReadwiseServer } from '../support/readwise-server.ts'
import { startOAuth, type OAuthService } from '../support/oauth.ts'
import { json } from '../support/service.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test as base } from './fixtures.ts'

const test = base.extend<{ readwise: ReadwiseServer; mastodon: OAuthService }>({
  mastodon: async ({}, use) => {
    const mastodon = await startOAuth({
      client: null,
      paths: { token: '/oauth/token', account: '/api/v1/accounts/verify_credentials' },
      expiresIn: null,
      accountBody: (username) => ({ id: '1', username }),
      respond: () => json(200, { id: '2' }),
    })
    await use(mastodon)
    await mastodon.close()
  },
  readwise: async ({}, use) => {
    const readwise = await startReadwise()
    await use(readwise)
    await readwise.close()
  },
})

test('a user connects Readwise, tests it, and chooses its key and its button by keys alone, and another card by the mouse alone', async ({
  signedUp: reader,
  feeds,
  readwise,
}) => {
  const { page } = reader
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  feeds.write('essays', manyEntries('essays', 2))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  await reader.run('Settings: integrations')
  const card = page.getByRole('region', { name: 'Readwise', exact: true })
  await expect(card).toContainText('Off')
  await test.step('a server that sets up no telemetry shows no word of it and loads nothing', async () => {
    await expect(page.getByText(/telemetry/i)).toHaveCount(0)
    expect(loaded.filter((url) => /\/online\/|telemetry/.test(url) && !url.includes('/api/'))).toEqual([])
  })
  await page.keyboard.press('Tab')
  const cards = page.locator('.shelf-card')
  await expect(cards.first()).toBeVisible()
  await cards.first().getByRole('link').focus()
  for (let step = 0; step < 60; step += 1) {
    if (await card.getByRole('link').evaluate((link) => link === document.activeElement)) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Readwise' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(card).toContainText('Not set up')
  await expect(card).toContainText('Still missing: Access token')
  const testButton = page.getByRole('button', { name: 'Save a test entry' })
  await expect(testButton).toBeDisabled()

  const set = async (label: string, value: string) => {
    const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await card.getByLabel(label).focus()
    await card.getByLabel(label).fill(value)
    await page.keyboard.press('Enter')
    expect((await stored).ok()).toBe(true)
  }
  await set('Address of Readwise', readwise.url)
  await set('Access token', 'a wrong one')
  await expect(card).toContainText('Not tested yet')
  await testButton.press('Enter')
  await expect(card).toContainText('Refused')
  await expect(card).toContainText('Readwise does not accept the token')
  await set('Access token', readwise.token)
  await expect(card).toContainText('Not tested yet')
  await testButton.press('Enter')
  await expect(card.getByRole('status')).toContainText('Saved a test entry to Readwise')
  await expect(card).toContainText('Connected')
  expect(readwise.documents).toMatchObject([{ title: 'A test entry from Lectern' }])
  const { violations } = await new AxeBuilder({ page }).include('[data-screen="settings"]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  const row = card.locator('.shortcut', { hasText: 'Save to Readwise' })
  await row.getByRole('button').last().press('Enter')
  await page.keyboard.press('F8')
  await expect(row.getByRole('application')).toHaveCount(0)
  await expect(row.getByText('F8')).toBeVisible()
  await card.getByRole('switch', { name: 'Show its button in the toolbar of entries' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-screen="settings"]')).toHaveCount(0)
  await reader.press('j')
  await expect(reader.title).toHaveText(/^essays story/)
  await expect(
    reader.pane('entry-render').getByRole('toolbar').getByRole('button', { name: 'Save to Readwise' }),
  ).toBeVisible()
  await reader.press('F8')
  await expect(reader.toast('Saved to Readwise')).toBeVisible()
  expect(readwise.documents.at(-1)).toMatchObject({ title: await reader.title.textContent() })

  await test.step('by the mouse alone a card is switched on, opened and left again', async () => {
    await goTo(page, '/settings/integration')
    const eagle = page.getByRole('region', { name: 'Eagle', exact: true })
    await eagle.getByRole('switch').click()
    await expect(eagle).toContainText('Not tested yet')
    await eagle.getByRole('link').click()
    await page.getByRole('button', { name: 'Save a test entry' }).click()
    // Nothing answers there.
    await expect(eagle).toContainText('Failed')
    await expect(eagle).toContainText('could not be reached')
    await page.getByRole('main').getByRole('link', { name: 'Integration' }).click()
    await expect(eagle).toContainText('Failed')
    await page.getByRole('button', { name: 'Close the settings' }).click()
    await expect(reader.pane('timeline')).toBeVisible()
  })
})

test('a user connects Mastodon by signing in there, declines, agrees and disconnects, by keys alone', async ({
  signedUp: reader,
  mastodon,
}) => {
  const { page } = reader
  const address = `${reader.url}/settings/integration/mastodon`
  await page.goto(address)
  const card = page.getByRole('region', { name: 'Mastodon', exact: true })
  await card.getByRole('switch', { name: 'Send to Mastodon' }).press('Space')
  const connect = card.getByRole('button', { name: 'Connect', exact: true })
  await expect(connect).toBeDisabled()
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await card.getByLabel('Address of your Mastodon server').fill(mastodon.service.url)
  await page.keyboard.press('Enter')
  expect((await stored).ok()).toBe(true)
  await connect.press('Enter')
  await page.getByRole('link', { name: 'Deny' }).press('Enter')
  await expect(page).toHaveURL(address)
  await expect(card).toContainText('was declined')
  await connect.press('Enter')
  await page.getByRole('link', { name: 'Allow' }).press('Enter')
  await expect(page).toHaveURL(address)
  await expect(card).toContainText('Connected as ada')
  await expect(card).not.toContainText('was declined')
  const { violations } = await new AxeBuilder({ page }).include('[data-screen="settings"]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await card.getByRole('button', { name: 'Save a test entry' }).press('Enter')
  await expect(card.getByRole('status')).toContainText('Saved a test entry to Mastodon')
  await card.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(connect).toBeVisible()
  await expect.poll(() => mastodon.valid()).toEqual([])
})
