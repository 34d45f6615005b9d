/** A reader that a proxy serves below a path of its host, which belongs to others besides. */
import { freePort } from '../support/free-port.ts'
import { startPathProxy, type PathProxy } from '../support/path-proxy.ts'
import { startLectern } from '../support/lectern.ts'
import { expect, test as base, watched } from './fixtures.ts'
import { Reader } from './reader.ts'
import { followTea } from './user-actions.ts'

const PATH = '/reader/'

const test = base.extend<{ host: PathProxy }>({
  host: async ({}, use) => {
    const port = await freePort()
    const host = await startPathProxy({ path: PATH, target: `http://127.0.0.1:${port}` })
    const lectern = await startLectern({ PORT: port, PUBLIC_URL: host.url + PATH })
    await use(host)
    await lectern.end()
    host.close()
  },
  reader: async ({ page, host }, use) => {
    const reader = new Reader(watched(page), host.url + PATH.slice(0, -1))
    await reader.signUp()
    await use(reader)
  },
})

test('Below the path a user signs up, reads, shares an address, tests the client APIs, and reads on without a network', async ({
  reader,
  feeds,
  context,
  host,
  browser,
}) => {
  test.setTimeout(240_000)
  const { page } = reader

  await test.step('a user signs up and reads', async () => {
    await followTea(reader, feeds)
    await reader.press('j Enter')
    await expect(reader.title).toHaveText('tea story 9')
    await expect(page).toHaveURL(/:\d+\/reader\/timeline\/view-0\/all\/\d+$/)
  })

  await test.step('the addresses are opened again without a network', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(reader.title).toHaveText('tea story 9')
    await expect(reader.rows).toHaveCount(9)
    await reader.run('Settings')
    await expect(page).toHaveURL(/:\d+\/reader\/settings\/general$/)
    await expect(page.locator('[data-screen="settings"]')).toBeVisible()
    await page.reload()
    await expect(page.locator('[data-screen="settings"]')).toBeVisible()
    await context.setOffline(false)

    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(scope).toBe(`${reader.url}/`)
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/reader/manifest.webmanifest')
  })

  await test.step('a user tests the client APIs by keys', async () => {
    await reader.run('Your profile')
    const apps = page.getByRole('region', { name: 'Other apps' })
    await expect(apps).toContainText(`Signs in at ${reader.url} from this browser`)
    await apps.getByRole('button', { name: 'Test the client APIs' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Confirm your identity' })).toBeVisible()
    await page.keyboard.type(reader.account.password)
    await reader.press('Enter')
    await expect(apps.getByRole('status')).toContainText('Apps can use this address.')
    for (const name of ['FreshRSS account', 'Google Reader or Miniflux account', 'Fever account'])
      await expect(
        apps.getByRole('list', { name }).getByRole('listitem').filter({ hasText: 'passed' }),
      ).toHaveCount(6)
    await expect
      .poll(async () => (await reader.request<{ data: object[] }>('/app-passwords')).data)
      .toEqual([])
  })

  await test.step('a shared address is shown to a reader and to a stranger', async () => {
    const { data } = await reader.request<{ data: { feedId: string }[] }>('/subscriptions')
    const address = `${reader.url}/share/feeds/${data[0]?.feedId}`
    await page.goto(address)
    await expect(page.locator('[data-screen="profiles"]')).toBeVisible()

    const elsewhere = await browser.newContext()
    const stranger = watched(await elsewhere.newPage())
    await stranger.goto(address)
    await stranger.getByRole('link', { name: 'tea story 9' }).click()
    await expect(stranger).toHaveURL(/:\d+\/reader\/share\/entries\/\d+$/)
    await stranger.getByRole('link', { name: 'Lectern' }).last().click()
    await expect(stranger).toHaveURL(/:\d+\/reader\/login$/)
    await elsewhere.close()
  })

  expect(host.strays).toEqual([])
})
