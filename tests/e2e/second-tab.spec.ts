/** Two tabs of one user: what is done in one shows in the other, and one of them sends it. */
import type { Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'
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

test.beforeEach(async ({ reader, feeds }) => {
  feeds.write('tea', manyEntries('tea', 9))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(9)
})

test('What is read and starred in one tab shows in the other, both ways, and one tab sends it all', async ({
  reader,
  context,
}) => {
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

const middles = [
  { words: 'before the server received the marks', reach: async () => undefined },
  {
    words: 'before it received the response to its marks',
    reach: async (_: Page, send: () => Promise<unknown>) => void (await send()),
  },
]
for (const { words: text, reach } of middles) {
  test(`The tab that owns the database is closed ${text}, and the other one continues`, async ({
    reader,
    context,
  }) => {
    const second = await openTab(reader, 9)
    const sent = recordChanges(context)
    let reached = 0
    await reader.page.route('**/api/reads', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await reach(reader.page, () => route.fetch())
      reached += 1
    })
    await reader.press('j j j')
    await expect(row(second, 'tea story 7')).toHaveAttribute('data-read')
    await expect.poll(() => reached).toBeGreaterThan(0)
    await reader.page.close()

    await second.press('j j j j j')
    await expect(second.title).toHaveText('tea story 5')
    await expect.poll(() => readOnServer(second)).toEqual(stories(5, 6, 7, 8, 9))
    expectEachAppliedOnce(sent)
    expect(sent.filter(({ status }) => status === 200).every(({ from }) => from === second.page)).toBe(true)
    await expectCountsToEqualLists(second)
    await second.page.reload()
    await expectCountsToEqualLists(second)
  })
}

test('A tab is closed between two keys, again and again, and what was read stays read', async ({
  reader,
}) => {
  let here = reader
  for (const number of [9, 8, 7, 6]) {
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
  await expect.poll(() => readOnServer(here)).toEqual(stories(6, 7, 8, 9))
  await expectCountsToEqualLists(here)
})

test('What is read before the database responds outlives its tab', async ({ reader, context }) => {
  const cachedStart = () => reader.page.evaluate(() => localStorage.getItem('follow:first-list'))
  await expect.poll(cachedStart).toContain('tea story 9')
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
