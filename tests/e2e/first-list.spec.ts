/** The next start shows its list before its database is open: what it shows then must be true all the same. */
import type { BrowserContext, Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { crashTab, followTea } from './user-actions.ts'
import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'
import {
  expectCountsToEqualLists,
  expectOnline,
  expectShownUnread,
  notices,
  readOnServer,
} from './expected-state.ts'

type WithStartupCache = Window & { readonly startupCache?: { readonly cached?: unknown } }

/** Whether the startup cache has content. */
const isCached = (page: Page): Promise<boolean> =>
  page.evaluate(() => localStorage.getItem('follow:first-list') !== null)
/** Whether this start showed the startup cache. */
const wasCacheShown = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean((window as WithStartupCache).startupCache?.cached))

/** Leaves the page and returns to the bare address. */
async function comeBack(reader: Reader, context: BrowserContext): Promise<Reader> {
  const page = watched(await context.newPage())
  await reader.page.close()
  await page.goto(reader.url)
  return new Reader(page, reader.url)
}

test.describe('without a server', () => {
  // The files of the reader come from the service worker meanwhile.
  test.use({ env: {}, profileKind: 'own' })

  test('The cached list is shown and continues, and what is read is stored from the first key press', async ({
    reader,
    feeds,
    lectern,
    context,
  }) => {
    await followTea(reader, feeds)
    await reader.press('j')
    await expect(reader.title).toHaveText('tea story 9')
    await expect.poll(() => readOnServer(reader)).toEqual(['tea story 9'])
    await reader.press('Escape')
    await expect.poll(() => isCached(reader.page)).toBe(true)

    await lectern.stop()
    const second = await comeBack(reader, context)
    expect(await wasCacheShown(second.page)).toBe(true)
    await expect(second.rows).toHaveCount(8)
    await expectShownUnread(second, 8)
    await second.press('j')
    await expect(second.title).toHaveText('tea story 8')
    await expect(second.pane('entry-render')).toContainText('The text of tea story 8')
    await second.press('j')
    await expect(second.title).toHaveText('tea story 7')
    await expect(notices(second)).toContainText('2 changes')
    expect(await isCached(second.page)).toBe(false)
    await crashTab(context, second.page)

    const third = await comeBack(second, context)
    expect(await wasCacheShown(third.page)).toBe(false)
    await expect(third.rows).toHaveCount(6)
    await expectShownUnread(third, 6)
    await expect(notices(third)).toContainText('2 changes')
    await lectern.start()
    await expectOnline(third)
    await expect.poll(() => readOnServer(third)).toEqual(['tea story 7', 'tea story 8', 'tea story 9'])
    await expectCountsToEqualLists(third)
  })
})

test('What one tab reads is not in the list that another starts with, and who signs out leaves nothing of it', async ({
  reader,
  feeds,
  context,
}) => {
  const { page } = reader
  feeds.write('tea', manyEntries('tea', 9))
  await reader.follow(feeds)
  await expect.poll(() => isCached(page)).toBe(true)
  await reader.press('j')
  await expect(reader.title).toHaveText('tea story 9')
  const other = new Reader(watched(await context.newPage()), reader.url)
  await other.page.goto(reader.url)
  await expect(other.rows).toHaveCount(8)
  await expectShownUnread(other, 8)
  await expect.poll(() => isCached(other.page)).toBe(true)
  await page.close()

  await other.run('Sign out')
  const asking = other.page.getByRole('alertdialog', { name: 'Sign out?' })
  await asking.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(other.page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible()
  // The page is loaded anew after signing out.
  await expect(async () =>
    expect([await isCached(other.page), await wasCacheShown(other.page)]).toEqual([false, false]),
  ).toPass()
})
