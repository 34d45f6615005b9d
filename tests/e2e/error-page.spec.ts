/** A screen that cannot load: one reload, then the error page, and its ways on by keys. */
import { expect, test } from './fixtures.ts'

test('a screen that cannot load shows what happened, and resetting leads home with what was read', async ({
  reader,
}) => {
  const { page } = reader
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
  await expect(reader.pane('timeline')).toBeVisible()
})
