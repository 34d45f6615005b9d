import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test } from './fixtures.ts'
import { ada, type Reader } from './reader.ts'

/** Serious violations found by axe, with their elements. */
async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

async function followSome(reader: Reader, address: string): Promise<void> {
  await reader.ask('/subscriptions', { method: 'POST', body: { url: address, view: 0 } })
  await reader.page.reload()
  await expect(reader.rows.first()).toBeVisible()
}

test('a user without subscriptions sees what to do, and one who has read everything sees that', async ({
  reader,
  feeds,
}) => {
  const timeline = reader.pane('timeline')
  await expect(timeline).toContainText('You do not follow any feeds yet')

  feeds.write('short', manyEntries('short', 2))
  await followSome(reader, feeds.address('short'))
  await reader.press('Control+Shift+a')
  await expect(reader.subscription('All').getByText('2')).toBeHidden()
  await reader.press('r')
  await expect(timeline).toContainText('All read')
  await reader.press('u')
  await expect(reader.rows).toHaveCount(2)
})

test('a server that fails is named with its reason, and trying again brings the entries', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  feeds.write('later', manyEntries('later', 3))
  // First the failure: the page is notified at once of a subscription on another device.
  await page.route('**/api/entries', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await reader.ask('/subscriptions', { method: 'POST', body: { url: feeds.address('later'), view: 0 } })
  await page.reload()
  const timeline = reader.pane('timeline')
  await expect(timeline).toContainText('The entries could not be fetched')
  await page.unroute('**/api/entries')
  await timeline.getByRole('button', { name: 'Try again' }).focus()
  await reader.press('Enter')
  await expect(reader.rows).toHaveCount(3)
})

test('an address that leads nowhere shows itself and the way home', async ({ reader }) => {
  const { page } = reader
  await page.goto(`${reader.url}/no/such/page`)
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(page.getByText('/no/such/page')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).focus()
  await reader.press('Enter')
  await expect(page).toHaveURL(/\/timeline\/view-0\/all\/pending$/)
})

test('on a narrow window one pane shows at a time, and keys go from one to the next and back', async ({
  reader,
  feeds,
}) => {
  const { page } = reader
  feeds.write('narrow', manyEntries('narrow', 3))
  await followSome(reader, feeds.address('narrow'))
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(reader.pane('timeline')).toBeVisible()
  await expect(reader.pane('entry-render')).toBeHidden()
  await reader.press('j')
  await reader.press('Enter')
  await expect(reader.title).toHaveText('narrow story 3')
  await expect(reader.pane('timeline')).toBeHidden()
  await reader.press('Escape')
  await expect(reader.currentRow).toBeVisible()
  await reader.press('Escape')
  await expect(reader.pane('subscription-list')).toBeVisible()
  await expect(reader.pane('timeline')).toBeHidden()
  await reader.press('Enter')
  await expect(reader.pane('timeline')).toBeVisible()
})

test('light and dark are a command away and are stored', async ({ reader }) => {
  const { page } = reader
  await reader.run('Use dark colours')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await reader.run('Use light colours')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('there are no serious accessibility violations', async ({ reader, feeds }) => {
  const { page } = reader
  feeds.write('said', manyEntries('said', 5))
  await followSome(reader, feeds.address('said'))
  await reader.press('j')
  await expect(reader.title).toBeVisible()
  expect(await serious(page)).toEqual([])
  await reader.press('Control+k')
  await expect(reader.palette).toBeVisible()
  expect(await serious(page)).toEqual([])
  await reader.press('Escape')
  await page.goto(`${reader.url}/settings/general`)
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
  expect(await serious(page)).toEqual([])
})

test.describe('a server without accounts', () => {
  test.use({ env: {} })

  test('nor on the sign-in page, in dark mode, or in dialogs', async ({ stranger, feeds }) => {
    const { page } = stranger
    await page.goto(`${stranger.url}/login`)
    await expect(page.getByRole('heading', { name: 'Set up Lectern' })).toBeVisible()
    expect(await serious(page)).toEqual([])
    await stranger.fillAccount(ada)
    await expect(page.getByRole('dialog', { name: 'What would you like to read?' })).toBeVisible()
    expect(await serious(page)).toEqual([])
    await stranger.press('Escape')
    feeds.write('night', manyEntries('night', 5))
    await followSome(stranger, feeds.address('night'))
    await stranger.run('Use dark colours')
    await stranger.press('j')
    await expect(stranger.title).toBeVisible()
    expect(await serious(page)).toEqual([])
    await stranger.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(await serious(page)).toEqual([])
  })
})

test('entries that are on their way are waited for in sight', async ({ reader, feeds }) => {
  const { page } = reader
  feeds.write('slow', manyEntries('slow', 3))
  await reader.ask('/subscriptions', { method: 'POST', body: { url: feeds.address('slow'), view: 0 } })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/entries', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  const list = reader.pane('timeline').getByRole('region', { name: 'Entries' })
  await expect(list).toHaveAttribute('aria-busy', 'true')
  await expect(reader.pane('timeline')).not.toContainText('All read')
  release()
  await expect(reader.rows).toHaveCount(3)
})
