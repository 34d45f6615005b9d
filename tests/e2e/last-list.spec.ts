/** The list of the last visit is on the screen before the program runs: what it shows, to whom, and what is done on it. */
import type { BrowserContext, Page } from '@playwright/test'
import { SNAPSHOT_KEY } from '../../src/startup/snapshot/types.ts'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test, watched } from './fixtures.ts'
import { crashTab, followForOffline } from './user-actions.ts'
import { Reader } from './reader.ts'
import {
  expectCountsToEqualLists,
  expectOnline,
  expectShownUnread,
  notices,
  readOnServer,
} from './expected-state.ts'

/** What is seen, in px of the window. */
type Shown = { readonly rows: readonly (readonly [text: string, top: number])[]; readonly counts: string }
type Start = {
  /** Before the first render; null: nothing was. */
  before: Shown | null
  /** At the end of the frame of the first render. */
  after: Shown | null
  shift: number
}
type WithStart = Window & { readonly start: Start }

/** Runs in each page before its scripts. @param doing what is done in the frame after the list is shown */
function watchStart(doing: { readonly click?: string; readonly press?: string }): void {
  const start: Start = { before: null, after: null, shift: 0 }
  Object.assign(window, { start })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries() as unknown as { value: number }[]) start.shift += one.value
  }).observe({ type: 'layout-shift', buffered: true })
  const shown = (): Shown => {
    const scroller = document.querySelector('[data-focus-area="timeline"] [data-scroll]')
    const { top = 0, bottom = 0 } = scroller?.getBoundingClientRect() ?? {}
    const rows = [...document.querySelectorAll('[data-focus-area="timeline"] [data-entry-id]')]
      .map((row) => [row.querySelector('strong')?.textContent ?? '', row.getBoundingClientRect()] as const)
      .filter(([, box]) => box.bottom > top && box.top < bottom)
    return {
      rows: rows.map(([text, box]) => [text, Math.round(box.top)] as const),
      counts: [...document.querySelectorAll('.tree .ui-badge')].map((one) => one.textContent).join(),
    }
  }
  const act = () => {
    const row = [...document.querySelectorAll('#app [data-entry-id]')].find((one) =>
      one.textContent.includes(doing.click ?? '–'),
    )
    row?.querySelector('strong')?.click()
    for (const key of doing.press ?? '')
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
  let isSeen = false
  const look = (_: unknown, observer: MutationObserver) => {
    if (document.querySelector('#app [data-screen]')) {
      observer.disconnect()
      requestAnimationFrame(() => {
        start.after = shown()
      })
    } else if (!isSeen && document.querySelector('#app [data-entry-id]')) {
      isSeen = true
      requestAnimationFrame(() => {
        if (!document.querySelector('#app [data-screen]')) start.before = shown()
        act()
      })
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

/** Leaves the page, and comes back to the bare address. */
async function comeBack(
  context: BrowserContext,
  { page, url, account }: Reader,
  doing: Parameters<typeof watchStart>[0] = {},
): Promise<Reader> {
  // A page that is closed by a test is not told that it is left.
  await page.goto('about:blank')
  await page.close()
  const next = watched(await context.newPage())
  await next.addInitScript(watchStart, doing)
  await next.goto(url)
  return new Reader(next, url, account)
}
const startOf = (page: Page): Promise<Start> => page.evaluate(() => (window as unknown as WithStart).start)
const snapshotOf = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), SNAPSHOT_KEY)
/** Waits until the page stores its list when it is left. */
const expectToStay = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate((key) => {
        localStorage.removeItem(key)
        dispatchEvent(new Event('pagehide'))
        return localStorage.getItem(key)
      }, SNAPSHOT_KEY),
    )
    .not.toBeNull()
const keep = (page: Page, snapshot: string): Promise<void> =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [SNAPSHOT_KEY, snapshot] as const)
const scrollTo = (page: Page, top: number): Promise<number> =>
  page.evaluate((px) => {
    const scroller = document.querySelector('[data-focus-area="timeline"] [data-scroll]')
    if (scroller) scroller.scrollTop = px
    return scroller?.scrollTop ?? 0
  }, top)

type WithStartupCache = Window & { readonly startupCache?: { readonly cached?: unknown } }

/** Whether the startup cache has content. */
const isCached = (page: Page): Promise<boolean> =>
  page.evaluate(() => localStorage.getItem('follow:first-list') !== null)
/** Whether this start showed the startup cache. */
const wasCacheShown = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean((window as WithStartupCache).startupCache?.cached))

test.describe('without a server', () => {
  // The files of the reader come from the service worker meanwhile.
  test.use({ env: {}, profileKind: 'own' })

  test('The last list stays where it is while the reader starts, what is clicked and pressed on it happens, and is stored from the first key press', async ({
    reader,
    feeds,
    lectern,
    context,
  }) => {
    feeds.write('tea', manyEntries('tea', 14))
    await followForOffline(reader, feeds, 14)
    expect(await scrollTo(reader.page, 333)).toBe(333)
    await expect.poll(() => snapshotOf(reader.page)).not.toBeNull()

    const second = await comeBack(context, reader)
    await expect(second.rows.first()).toBeVisible()
    await expect.poll(async () => (await startOf(second.page)).after).not.toBeNull()
    const { before, after, shift } = await startOf(second.page)
    expect(before?.counts).toContain('14 unread')
    expect(before?.rows.length).toBeGreaterThan(4)
    expect(before?.rows[0]?.[0]).not.toBe('tea story 14')
    expect(after).toEqual(before)
    expect(shift).toBe(0)

    await second.press('j j')
    await expect(second.title).toHaveText('tea story 13')
    await expectToStay(second.page)
    await expect.poll(() => readOnServer(second)).toEqual(['tea story 13', 'tea story 14'])
    await second.press('Escape')
    await expect.poll(() => isCached(second.page)).toBe(true)

    await lectern.stop()
    // What was read is not listed any more.
    const third = await comeBack(context, second, { click: 'tea story 11', press: 'j' })
    expect(await wasCacheShown(third.page)).toBe(true)
    await expect(third.title).toHaveText('tea story 10')
    const [first] = (await startOf(third.page)).before?.rows ?? []
    expect(first?.[0]).toBe('tea story 12')
    await expect(third.rows).toHaveCount(12)
    await expect(third.pane('entry-render')).toContainText('The text of tea story 10')
    await expectShownUnread(third, 10)
    await expect(notices(third)).toContainText('2 changes')
    expect(await isCached(third.page)).toBe(false)
    await crashTab(context, third.page)

    const fourth = new Reader(watched(await context.newPage()), reader.url, reader.account)
    await fourth.page.goto(reader.url)
    expect(await wasCacheShown(fourth.page)).toBe(false)
    await expect(fourth.rows).toHaveCount(10)
    await expectShownUnread(fourth, 10)
    await expect(notices(fourth)).toContainText('2 changes')
    await lectern.start()
    await expectOnline(fourth)
    const read = [10, 11, 13, 14].map((number) => `tea story ${number}`)
    await expect.poll(() => readOnServer(fourth)).toEqual(read)
    await expectCountsToEqualLists(fourth)
  })
})

test('The last list is shown to its own user and build alone, without what another tab has read, and who signs out leaves none', async ({
  reader,
  feeds,
  context,
  stranger,
}) => {
  feeds.write('tea', manyEntries('tea', 9))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(9)
  await expect.poll(() => snapshotOf(reader.page)).not.toBeNull()
  const second = await comeBack(context, reader)
  await expect(second.rows).toHaveCount(9)
  expect((await startOf(second.page)).before?.rows).toHaveLength(9)
  const snapshot = (await snapshotOf(second.page)) ?? ''

  await second.page.goto(`${second.url}/icon-64.png`)
  await keep(second.page, snapshot.replace(/"build":"[^"]*"/, '"build":"start-0.js"'))
  await second.page.goto(second.url)
  await expect(second.rows).toHaveCount(9)
  expect((await startOf(second.page)).before).toBeNull()

  await expect.poll(() => isCached(second.page)).toBe(true)
  await second.press('j')
  await expect(second.title).toHaveText('tea story 9')
  const other = new Reader(watched(await context.newPage()), reader.url, reader.account)
  await other.page.addInitScript(watchStart, {})
  await other.page.goto(reader.url)
  await expect(other.rows).toHaveCount(8)
  await expectShownUnread(other, 8)
  await expect.poll(() => isCached(other.page)).toBe(true)
  await second.page.close()

  await other.run('Sign out')
  const asking = other.page.getByRole('alertdialog', { name: 'Sign out?' })
  await asking.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(other.page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible()
  await expect.poll(() => snapshotOf(other.page)).toBeNull()
  // The page is loaded anew after signing out.
  await expect(async () =>
    expect([await isCached(other.page), await wasCacheShown(other.page)]).toEqual([false, false]),
  ).toPass()

  // Somebody else in the same browser, which still had it.
  const bob = new Reader(other.page, other.url, {
    ...stranger.account,
    email: `bob-${stranger.account.email}`,
  })
  await bob.signUpByCall()
  await keep(bob.page, snapshot)
  await bob.open()
  expect((await startOf(bob.page)).before).toBeNull()
  expect((await snapshotOf(bob.page)) ?? '').not.toContain('tea story')
})
