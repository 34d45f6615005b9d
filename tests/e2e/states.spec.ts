/** What the reader shows where there is nothing to read: yet, any more, because of a fault, or at this address. */
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test } from './fixtures.ts'
import { serious } from './page-checks.ts'

test('a user sees what is to do, what is on its way, what failed and why, and what is all read', async ({
  reader,
  feeds,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  const timeline = reader.pane('timeline')
  await expect(timeline).toContainText('You do not follow any feeds yet')

  await test.step('entries that are on their way are waited for in sight', async () => {
    feeds.write('short', manyEntries('short', 3))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    // First the route: the page is notified at once of a subscription on another device.
    await page.route('**/api/entries', async (route) => {
      await released
      await route.fulfill({ status: 500, body: 'broken' })
    })
    await reader.request('/subscriptions', { method: 'POST', body: { url: feeds.address('short'), view: 0 } })
    await page.reload()
    const list = timeline.getByRole('region', { name: 'Entries' })
    await expect(list).toHaveAttribute('aria-busy', 'true')
    await expect(timeline).not.toContainText('All read')
    release()
  })

  await test.step('a server that fails is named with its reason, and trying again brings the entries', async () => {
    await expect(timeline).toContainText('The entries could not be fetched')
    await page.unroute('**/api/entries')
    await timeline.getByRole('button', { name: 'Try again' }).focus()
    await reader.press('Enter')
    await expect(reader.rows).toHaveCount(3)
  })

  await test.step('who has read everything sees that', async () => {
    await reader.press('Control+Shift+a')
    await expect(reader.subscription('All').getByText('3')).toBeHidden()
    await reader.press('r')
    await expect(timeline).toContainText('All read')
    await reader.press('u')
    await expect(reader.rows).toHaveCount(3)
  })

  await test.step('on a narrow window one pane shows at a time, and keys go from one to the next and back', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(timeline).toBeVisible()
    await expect(reader.pane('entry-render')).toBeHidden()
    await reader.press('j')
    await reader.press('Enter')
    await expect(reader.title).toHaveText('short story 3')
    await expect(timeline).toBeHidden()
    await reader.press('Escape')
    await expect(reader.currentRow).toBeVisible()
    await reader.press('Escape')
    await expect(reader.pane('subscription-list')).toBeVisible()
    await expect(timeline).toBeHidden()
    await reader.press('Enter')
    await expect(timeline).toBeVisible()
    await page.setViewportSize({ width: 1360, height: 860 })
  })

  await test.step('there are no serious accessibility violations', async () => {
    await expect(reader.pane('subscription-list')).toBeVisible()
    await reader.press('j')
    await expect(reader.title).toBeVisible()
    expect(await serious(page)).toEqual([])
    await reader.press('Control+k')
    await expect(reader.palette).toBeVisible()
    expect(await serious(page)).toEqual([])
    await reader.press('Escape')
    await goTo(page, '/settings/general')
    await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
    expect(await serious(page)).toEqual([])
  })

  await test.step('light and dark are a command away and are stored', async () => {
    await reader.run('Use dark colours')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto(`${reader.url}/no/such/page`)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await reader.run('Use light colours')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  await test.step('an address that leads nowhere shows itself and the way home', async () => {
    await expect(page.getByText('Page not found')).toBeVisible()
    await expect(page.getByText('/no/such/page')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).focus()
    await reader.press('Enter')
    await expect(page).toHaveURL(/\/timeline\/view-0\/all\/pending$/)
  })

  await test.step('a screen that cannot load shows what happened, and resetting leads home with what was read', async () => {
    // Before the service worker has the files.
    await page.route('**/assets/discover-*.js', (route) => route.abort())
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
      for (const key of await caches.keys()) await caches.delete(key)
    })
    await reader.press('g d')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('Something went wrong')
    await expect(page.getByRole('button', { name: 'Reload' })).toBeFocused()
    const [errorTrace, sessionTrace] = await failure.locator('dd').allTextContents()
    expect([errorTrace?.length, sessionTrace?.length]).toEqual([36, 21])
    const issue = new URL((await failure.getByRole('link', { name: 'Report it' }).getAttribute('href')) ?? '')
    expect(issue.searchParams.get('body')).toContain(`error trace: ${errorTrace}`)

    await reader.press('Tab')
    await expect(page.getByRole('button', { name: 'Reset local database' })).toBeFocused()
    await reader.press('Enter')
    await expect(page).toHaveURL(/\/timeline\/view-0\/all\/pending$/)
    await expect(timeline).toBeVisible()
  })
})
