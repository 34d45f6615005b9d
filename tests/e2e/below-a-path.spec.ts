/** A reader that a proxy serves below a path of its host, which belongs to others besides. */
import { freePort } from '../support/free-port.ts'
import { startPathProxy, type PathProxy } from '../support/path-proxy.ts'
import { startLectern } from '../support/lectern.ts'
import { expect, test as base, watched } from './fixtures.ts'
import { Reader } from './reader.ts'
import { followTea } from './user-actions.ts'

const PATH = '/reader/'

const test = base.extend<{ host: PathProxy }>({
  profileKind: 'own',
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

test('A user signs up, reads, and opens an address again without a network, all below the path', async ({
  reader,
  feeds,
  context,
  host,
}) => {
  const { page } = reader
  await followTea(reader, feeds)
  await reader.press('j Enter')
  await expect(reader.title).toHaveText('tea story 9')
  await expect(page).toHaveURL(/:\d+\/reader\/timeline\/view-0\/all\/\d+$/)

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
  expect(host.strays).toEqual([])
})

test('A shared address is shown below the path, to a reader and to a stranger', async ({
  reader,
  feeds,
  host,
  browser,
}) => {
  await followTea(reader, feeds)
  const { data } = await reader.ask<{ data: { feedId: string }[] }>('/subscriptions')
  const address = `${reader.url}/share/feeds/${data[0]?.feedId}`
  await reader.page.goto(address)
  await expect(reader.page.locator('[data-screen="profiles"]')).toBeVisible()

  const context = await browser.newContext()
  const stranger = watched(await context.newPage())
  await stranger.goto(address)
  await stranger.getByRole('link', { name: 'tea story 9' }).click()
  await expect(stranger).toHaveURL(/:\d+\/reader\/share\/entries\/\d+$/)
  await stranger.getByRole('link', { name: 'Lectern' }).last().click()
  await expect(stranger).toHaveURL(/:\d+\/reader\/login$/)
  await context.close()
  expect(host.strays).toEqual([])
})

test('A user tests the client APIs below the path, by keys', async ({ reader, feeds, host }) => {
  const { page } = reader
  await followTea(reader, feeds)
  await page.goto(`${reader.url}/settings/profile`)
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
  await expect.poll(async () => (await reader.ask<{ data: object[] }>('/app-passwords')).data).toEqual([])
  expect(host.strays).toEqual([])
})
