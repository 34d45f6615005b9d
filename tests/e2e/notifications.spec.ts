import type { BrowserContext, Page } from '@playwright/test'
import { pushSubscription } from '../support/push-subscription.ts'
import { startSite, type Site } from '../support/site.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test as base } from './fixtures.ts'

const test = base.extend<{ service: Site }>({
  service: async ({}, use) => {
    const service = await startSite()
    service.answer = (_, response) => void response.writeHead(201).end()
    await use(service)
    service.close()
  },
})

/** Run in the service worker: the user clicks the notification that is shown. */
const CLICK = `(async () => {
  const [notification] = await self.registration.getNotifications()
  if (notification) self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
})()`

test('notifications are grouped by feed, say what is missing where they are blocked, are turned on, arrive, open their entry and are turned off', async ({
  signedUp: reader,
  context,
  feeds,
  service,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  await test.step('those of feeds are grouped by day and feed with counts, and marked as they stand', async () => {
    const noon = new Date().setHours(12, 0, 0, 0) - 3 * 86_400_000
    feeds.write('builds', manyEntries('build', 3, noon), 'Builds')
    feeds.write('releases', manyEntries('release', 2, noon - 1_800_000), 'Releases')
    for (const name of feeds.names())
      await reader.request('/subscriptions', { method: 'POST', body: { url: feeds.address(name), view: 5 } })
    await reader.open()
    await page.getByRole('tab', { name: /^Notifications/ }).click()
    await expect(reader.rows).toHaveCount(5)

    const groups = reader.pane('timeline').getByRole('group')
    await expect(groups).toHaveCount(2)
    await expect(groups.first()).toHaveAccessibleName(/^Builds, .*: 3 entries$/)
    await expect(groups.last()).toHaveAccessibleName(/^Releases, .*: 2 entries$/)
    await expect(reader.rows.locator('strong')).toHaveText([
      'build story 3',
      'build story 2',
      'build story 1',
      'release story 2',
      'release story 1',
    ])

    // Keys go through the rows as they stand, and so do marks below.
    await reader.press('l j j j')
    await expect(reader.title).toHaveText('build story 1')
    await reader.run('Mark entries below as read')
    await expect.poll(async () => Object.values(await reader.counts())).toEqual([])
  })

  feeds.write('tea', manyEntries('tea', 2))
  await reader.request('/subscriptions', { method: 'POST', body: { url: feeds.address('tea'), view: 0 } })
  await reader.open()
  await expect(reader.rows).toHaveCount(2)
  await workerActive(page)

  await test.step('blocked by the browser, they say so', async () => {
    await context.clearPermissions()
    await page.evaluate(() =>
      Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'denied' }),
    )
    await reader.run('Settings: notifications')
    await expect(page.getByText('This browser blocks notifications from Lectern')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeDisabled()
  })

  // The page is opened again without what was replaced in it.
  await context.grantPermissions(['notifications'], { origin: reader.url })
  await reader.open()
  const device = pushSubscription(`${service.url}/push/ada`)
  await replacePushService(page, device.token)

  await reader.run('Settings: notifications')
  await page.getByRole('button', { name: 'Turn on' }).press('Enter')
  await expect(page.getByText('This device receives notifications')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).press('Enter')
  await expect(reader.toast('A test notification was sent')).toBeVisible()
  expect(JSON.parse(device.open(service.requests[0]?.bytes ?? Buffer.alloc(0)))).toMatchObject({
    data: { title: 'Lectern', entryId: 'pending' },
  })

  // The browser hands what it has opened to the worker.
  const entry = await reader.request<{
    data: { entries: { id: string; title: string }; feeds: { id: string } }[]
  }>('/entries', { method: 'POST', body: { view: 0 } })
  const { entries, feeds: feed } = entry.data[1] ?? { entries: { id: '', title: '' }, feeds: { id: '' } }
  const message = { type: 'new-entry', title: entries.title, description: '', entryId: entries.id }
  /** Woken by the page where the browser has stopped it: the debugger holds one that it starts itself. */
  const worker = async () => {
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.postMessage({}))
    return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker', { timeout: 5000 })
  }
  // The same entry again replaces its notification.
  await expect(async () => {
    await deliver(context, page, reader.url, { data: { ...message, feedId: feed.id, view: '0' } })
    await expect.poll(() => shownTitles(page), { timeout: 5000 }).toEqual([entries.title])
  }).toPass()
  await expect(async () => {
    await (await worker()).evaluate(CLICK)
    await expect(reader.title).toHaveText(entries.title, { timeout: 5000 })
  }).toPass()
  await expect.poll(() => shownTitles(page)).toEqual([])

  await reader.run('Turn notifications off')
  await expect(reader.toast('Notifications are off')).toBeVisible()
  expect((await reader.request<{ data: unknown[] }>('/messaging')).data).toEqual([])
})

/** Chromium without a push service of its maker cannot subscribe: the subscription is that of our own endpoint. */
async function replacePushService(page: Page, token: string): Promise<void> {
  await page.evaluate((json) => {
    let subscribed = false
    const subscription = {
      toJSON: () => JSON.parse(json) as unknown,
      unsubscribe: async () => {
        subscribed = false
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        subscribed = true
        return subscription
      },
      getSubscription: async () => (subscribed ? subscription : null),
    })
  }, token)
}

const workerActive = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

const shownTitles = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({ title }) => title)
  })

/** To a worker that the browser starts for it: what it delivers to one that it is just stopping is dropped. */
async function deliver(context: BrowserContext, page: Page, origin: string, message: unknown): Promise<void> {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  const stopped = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve()
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.stopAllWorkers')
  await stopped
  const data = JSON.stringify(message)
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await session.detach()
}
