/** Two tabs of one user: what is done in one shows in the other, and one of them sends it. */
import type { Route } from '@playwright/test'
import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'
import { followTea } from './user-actions.ts'
import {
  expectCountsToEqualLists,
  expectEachAppliedOnce,
  expectShownUnread,
  recordChanges,
  readOnServer,
  starredOnServer,
} from './expected-state.ts'

const stories = (...numbers: readonly number[]) => numbers.map((number) => `tea story ${number}`).toSorted()
const row = (reader: Reader, title: string) => reader.rows.filter({ hasText: title })

/** Follows one feed with so many entries, the newest with the highest number. */
async function followStories(reader: Reader, feeds: WrittenFeeds, count: number): Promise<void> {
  feeds.write('tea', manyEntries('tea', count))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(count)
}

test('What is read and starred in one tab shows in the other, both ways, and one tab sends it all', async ({
  reader,
  feeds,
  context,
}) => {
  await followStories(reader, feeds, 9)
  const second = await openTab(reader, 9)
  const sent = recordChanges(context)
  await reader.press('j j')
  await expect(row(second, 'tea story 9')).toHaveAttribute('data-read')
  await expect(row(second, 'tea story 8')).toHaveAttribute('data-read')
  await expectShownUnread(second, 7)

  await second.press('j j j s')
  await expect(row(reader, 'tea story 7')).toHaveAttribute('data-read')
  await expect(row(reader, 'tea story 7').locator('.entry-star')).toBeVisible()
  await second.press('k k m')
  await expect(row(reader, 'tea story 9')).not.toHaveAttribute('data-read')

  await expect.poll(() => readOnServer(reader)).toEqual(stories(7, 8))
  await expect.poll(() => starredOnServer(reader)).toEqual(stories(7))
  await second.press('Control+Shift+a')
  await expectShownUnread(reader, 0)
  await second.press('Control+z')
  await expectShownUnread(reader, 7)
  await expect.poll(() => readOnServer(reader)).toEqual(stories(7, 8))
  expectEachAppliedOnce(sent)
  expect(new Set(sent.map(({ from }) => from)).size).toBe(1)
  await expectCountsToEqualLists(reader)
  await expectCountsToEqualLists(second)
})

test('The tab that owns the database is closed at any moment, and the other one continues', async ({
  reader,
  feeds,
  context,
}) => {
  test.setTimeout(240_000)
  await followStories(reader, feeds, 16)
  const second = await openTab(reader, 16)
  const sent = recordChanges(context)

  await test.step('before the server received the marks', async () => {
    await closeWhileMarking(reader, second, 'tea story 14', async () => undefined)
    await second.press('j j j j j')
    await expect(second.title).toHaveText('tea story 12')
    await expect.poll(() => readOnServer(second)).toEqual(stories(12, 13, 14, 15, 16))
    expectEachAppliedOnce(sent)
    expect(sent.filter(({ status }) => status === 200).every(({ from }) => from === second.page)).toBe(true)
    await expectCountsToEqualLists(second)
  })

  const third = await openTab(second, 11)
  await test.step('before it received the response to its marks', async () => {
    const earlier = sent.length
    await closeWhileMarking(second, third, 'tea story 9', (route) => route.fetch())
    await third.press('j j j j j')
    await expect(third.title).toHaveText('tea story 7')
    await expect.poll(() => readOnServer(third)).toEqual(stories(7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    expectEachAppliedOnce(sent)
    const taken = sent.slice(earlier).filter(({ status }) => status === 200)
    expect(taken.every(({ from }) => from === third.page)).toBe(true)
    await expectCountsToEqualLists(third)
  })

  await test.step('between two keys, four times', async () => {
    let here = third
    for (const number of [6, 5, 4, 3]) {
      const next = await openTab(here, number)
      // What the other tab has read stays in this one's list until it is reloaded.
      await here.run('Refresh the timeline')
      await expect(here.rows).toHaveCount(number)
      await here.press('j')
      await expect(here.title).toHaveText(`tea story ${number}`)
      await here.page.close()
      here = next
      await expect(row(here, `tea story ${number}`)).toHaveAttribute('data-read')
    }
    await expect
      .poll(() => readOnServer(here))
      .toEqual(stories(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    await expectCountsToEqualLists(here)
  })
})

/** Reads three entries in a tab, and closes it while the request with their marks is on its way. */
async function closeWhileMarking(
  here: Reader,
  there: Reader,
  last: string,
  onWay: (route: Route) => Promise<unknown>,
): Promise<void> {
  let reached = 0
  await here.page.route('**/api/reads', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await onWay(route)
    reached += 1
  })
  await here.press('j j j')
  await expect(row(there, last)).toHaveAttribute('data-read')
  await expect.poll(() => reached).toBeGreaterThan(0)
  await here.page.close()
}

test('What is read before the database responds outlives its tab', async ({ reader, feeds, context }) => {
  await followTea(reader, feeds)
  const cachedStart = () => reader.page.evaluate(() => localStorage.getItem('follow:first-list'))
  // The list is cached at once, cleared as the contents arrive, and cached again with the first six of them.
  await expect.poll(cachedStart).toContain('The text of tea story 4')
  const stuck = await context.newPage()
  // A document of this origin without the app; answers that are no file of it are sandboxed, without locks.
  await stuck.goto(`${reader.url}/icon-64.png`)
  await reader.page.close()
  await stuck.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const granted = () => {
          resolve()
          return new Promise(() => undefined)
        }
        navigator.locks.request('follow:db-owner', granted).catch(reject)
      }),
  )
  const short = await openTab(new Reader(stuck, reader.url), 9)
  await short.press('j')
  await expect(short.title).toHaveText('tea story 9')
  await short.page.close()
  await stuck.close()

  const next = new Reader(watched(await context.newPage()), reader.url)
  await next.page.goto(reader.url)
  await expect.poll(() => readOnServer(next)).toEqual(stories(9))
  await expectShownUnread(next, 8)
})

async function openTab(from: Reader, unread: number): Promise<Reader> {
  const tab = new Reader(watched(await from.page.context().newPage()), from.url)
  await tab.page.goto(from.url)
  await expect(tab.rows).toHaveCount(unread)
  return tab
}
