/** The list of a first visit comes with the page: what it shows and to whom, before any call is answered. */
import type { BrowserContext, Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expectCountsToEqualLists, expectShownUnread, readOnServer } from './expected-state.ts'
import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'

/** Whether the server sent data with the page that is open. */
const hasData = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'firstPage' in document.documentElement.dataset)

/** Holds every call until it is released. */
async function holdCalls(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route('**/api/**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Signs in on a device that has nothing, and asks for an address. */
async function visit(context: BrowserContext, { url, account }: Reader, path = '/'): Promise<Reader> {
  const reader = new Reader(watched(await context.newPage()), url, account)
  await reader.signInByCall()
  await reader.page.goto(`${url}${path}`)
  return reader
}

test.describe('in a window that stores nothing', () => {
  test.use({ profileKind: 'incognito' })

  test('the list is there before any call is answered and before its database, and keys act on it', async ({
    reader,
    feeds,
    browser,
  }) => {
    feeds.write('tea', manyEntries('tea', 8))
    const hostile = '</script><script>window.harmed = 1</script><!--<script>'
    feeds.write('salt', [{ guid: 'one', title: hostile, at: Date.now() - 30 * 86_400_000 }])
    await reader.follow(feeds, { tea: 'Drinks' })
    await expect(reader.rows).toHaveCount(9)
    const context = await browser.newContext()
    const release = await holdCalls(context)
    const sameUser = new Reader(watched(await context.newPage()), reader.url, reader.account)
    await context.addCookies(await reader.page.context().cookies())
    const workers: number[] = []
    sameUser.page.on('worker', () => workers.push(Date.now()))
    await sameUser.page.addInitScript(() => {
      localStorage.setItem('lectern:first-run', 'dismissed')
      const seen = window as Window & { rowsAt?: number }
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-entry-id]')) return
        seen.rowsAt = Date.now()
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await sameUser.page.goto(reader.url)
    await expect(sameUser.rows).toHaveCount(9)
    await expectShownUnread(sameUser, 9)
    await expect(
      sameUser.pane('subscription-list').getByRole('button', { name: reader.account.name }),
    ).toBeVisible()
    const rowsAt = await sameUser.page.evaluate(() => (window as Window & { rowsAt?: number }).rowsAt)
    await expect.poll(() => workers.length).toBeGreaterThan(0)
    expect(workers[0]).toBeGreaterThan(rowsAt ?? Infinity)

    await sameUser.press('j')
    await expect(sameUser.title).toHaveText('tea story 8')
    release()
    await expect.poll(() => readOnServer(sameUser)).toEqual(['tea story 8'])
    await expectCountsToEqualLists(sameUser)

    // Nothing is stored, so that each start is a first visit; what is read is not in it.
    await sameUser.page.goto(reader.url)
    expect(await hasData(sameUser.page)).toBe(true)
    await expect(sameUser.rows).toHaveCount(8)
    // The hostile title is a text in it.
    expect(await sameUser.page.evaluate(() => 'harmed' in window)).toBe(false)
    await sameUser.page.goto(`${reader.url}/timeline/view-0/folder-Drinks`)
    await expect(sameUser.rows).toHaveCount(7)

    await test.step('it has the stars, the settings and the saved searches too', async () => {
      const entryId = await sameUser.rows.first().getAttribute('data-entry-id')
      await reader.request('/collections', { method: 'POST', body: { entryId } })
      const savedSearches = [{ title: 'Only tea', query: 'tea' }]
      await reader.request('/settings/general', {
        method: 'PATCH',
        body: { unreadOnly: false, savedSearches },
      })
      const releaseStars = await holdCalls(context)
      await sameUser.page.goto(`${reader.url}/timeline/view-0/collections`)
      await expect(sameUser.rows).toHaveCount(1)
      await expect(sameUser.pane('subscription-list')).toContainText('Only tea')
      await sameUser.page.goto(reader.url)
      await expect(sameUser.rows).toHaveCount(9)
      releaseStars()
    })

    await test.step('a browser that refuses its storage has it as well, and keys act on it', async () => {
      const refused = new Reader(watched(await context.newPage()), reader.url, reader.account)
      await refused.page.addInitScript(() => {
        const get = () => {
          throw new DOMException('Refused', 'SecurityError')
        }
        for (const storage of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, storage, { get })
      })
      await refused.page.goto(reader.url)
      await expect(refused.rows).toHaveCount(9)
      // That the guide was dismissed is not known here.
      await expect(refused.page.getByRole('dialog')).toBeVisible()
      await refused.press('Escape')
      await expect(refused.page.getByRole('dialog')).toBeHidden()
      await refused.press('j j')
      await expect(refused.title).toHaveText('tea story 7')
    })
    await context.close()
  })
})

test.describe('in a browser that stores', () => {
  test.use({ profileKind: 'own', env: {} })

  test('the next visits come without it, with a server and without one, and nobody else gets it', async ({
    signedUp,
    feeds,
    lectern,
    context,
    signUpAnother,
  }) => {
    feeds.write('tea', manyEntries('tea', 9))
    await signedUp.follow(feeds)
    await expect(signedUp.rows).toHaveCount(9)
    expect(await hasData(signedUp.page)).toBe(true)
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .toContain('lectern.stored')
    await signedUp.press('j')
    await expect.poll(() => readOnServer(signedUp)).toEqual(['tea story 9'])
    const page = watched(await context.newPage())
    const second = new Reader(page, signedUp.url, signedUp.account)
    await page.goto(signedUp.url)
    await expect(second.rows).toHaveCount(8)
    expect(await hasData(page)).toBe(false)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

    const bob = await signUpAnother('Bob')
    expect(await hasData(bob.page)).toBe(false)
    await expect(bob.page.locator('html')).not.toContainText('tea')

    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('follow:first-list') !== null))
      .toBe(true)
    await lectern.stop()
    await page.reload()
    await expect(second.rows).toHaveCount(8)
    expect(await hasData(page)).toBe(false)
    expect(await page.evaluate(async () => (await caches.match('/'))?.text())).not.toContain('first-page')
    await lectern.start()
  })
})

test.describe('in a browser that has data of another user', () => {
  // Each page comes from the server.
  test.use({ env: {} })

  test('data of another user that is still stored is never shown with it', async ({
    signedUp,
    feeds,
    context,
    signUpAnother,
  }) => {
    feeds.write('tea', manyEntries('tea', 3))
    await signedUp.follow(feeds)
    await expect(signedUp.rows).toHaveCount(3)
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .toContain('lectern.stored')
    const bob = await signUpAnother('Bob')
    feeds.write('coffee', manyEntries('coffee', 2))
    await bob.request('/subscriptions', {
      method: 'POST',
      body: { url: feeds.address('coffee'), view: 0 },
    })

    // The session of the first has ended elsewhere: nothing was cleared.
    await signedUp.page.close()
    await context.clearCookies({ name: /session_token/ })
    const script = await context.addInitScript(() => {
      new MutationObserver(() => {
        const rows = [...document.querySelectorAll('[data-entry-id]')]
        if (rows.some((row) => row.textContent.includes('tea story'))) sessionStorage.setItem('seen', 'tea')
      }).observe(document, { childList: true, subtree: true })
    })
    const next = await visit(context, bob)
    await expect(next.rows).toHaveCount(2)
    await expect(next.rows.first()).toContainText('coffee story')
    await expectCountsToEqualLists(next)
    expect(await next.page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull()
    await script.dispose()
  })
})
