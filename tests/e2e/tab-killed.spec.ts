/** The tab crashes, or the whole browser is killed, right after something was done offline. */
import { readdirSync, readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { manyEntries } from '../support/written-feeds.ts'
import { crashTab } from './user-actions.ts'
import { expect, test, watched } from './fixtures.ts'
import { Reader } from './reader.ts'
import {
  expectOnline,
  expectCountsToEqualLists,
  expectEachAppliedOnce,
  recordChanges,
  notices,
  readOnServer,
  starredOnServer,
  waitForServiceWorker,
} from './expected-state.ts'

/** Two marks and a star, the last of them a moment before the end. @param newest the number of the newest unread entry */
async function readAndStar(reader: Reader, newest: number): Promise<void> {
  await reader.press('j')
  await expect(reader.title).toHaveText(`tea story ${newest}`)
  await reader.press('j s')
  await expect(reader.currentRow.locator('.entry-star')).toBeVisible()
}

/** Still offline, all of it shows; back again, all of it is sent once. */
async function expectNothingLost(
  reader: Reader,
  context: BrowserContext,
  { read, starred }: { readonly read: readonly number[]; readonly starred: readonly number[] },
): Promise<void> {
  const sent = recordChanges(context)
  await reader.page.goto(reader.url)
  await expect(notices(reader)).toContainText('3 changes')
  await expect(reader.rows).toHaveCount(9 - read.length)
  await reader.run('Go to starred entries')
  await expect(reader.rows).toHaveCount(starred.length)
  for (const title of stories(starred)) await expect(reader.rows.filter({ hasText: title })).toBeVisible()
  await context.setOffline(false)
  await expectOnline(reader)
  await expect.poll(() => readOnServer(reader)).toEqual(stories(read))
  await expect.poll(() => starredOnServer(reader)).toEqual(stories(starred))
  expectEachAppliedOnce(sent)
  await expectCountsToEqualLists(reader)
}

const stories = (numbers: readonly number[]) => numbers.map((number) => `tea story ${number}`).toSorted()

test('The tab crashes, and the browser is killed, right after marking and starring offline, and nothing is lost', async ({
  playwright,
  launchOptions,
  viewport,
  lectern,
  feeds,
  profile,
  account,
}) => {
  test.setTimeout(240_000)
  const open = () =>
    playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      viewport,
      serviceWorkers: 'allow',
    })
  const tab = (context: BrowserContext, page: Page | undefined = context.pages()[0]) => {
    if (!page) throw new Error('The browser has no tab')
    return new Reader(watched(page), lectern.url, account)
  }
  const before = await open()

  await test.step('the tab crashes, and a new tab shows and sends all of it', async () => {
    const reader = tab(before)
    await reader.signUpByCall()
    feeds.write('tea', manyEntries('tea', 9))
    await reader.follow(feeds)
    await expect(reader.rows).toHaveCount(9)
    await waitForServiceWorker(reader)
    await before.setOffline(true)
    await readAndStar(reader, 9)
    // The browser ends with its last page.
    const next = await before.newPage()
    await crashTab(before, reader.page)
    await expectNothingLost(tab(before, next), before, { read: [8, 9], starred: [8] })
    // Chromium writes cookies late; a clean close stores the session.
    await before.close()
  })

  await test.step('the browser is killed, and opened again it shows and sends all of it', async () => {
    const during = await open()
    await during.setOffline(true)
    const reading = tab(during)
    await reading.page.goto(lectern.url)
    await expect(reading.rows).toHaveCount(7)
    await readAndStar(reading, 7)
    await killed(during, profile)

    const after = await open()
    await after.setOffline(true)
    await expectNothingLost(tab(after), after, { read: [6, 7, 8, 9], starred: [6, 8] })
    await after.close()
  })
})

/** kill -9 of the browser that has the profile. */
async function killed(context: BrowserContext, profile: string): Promise<void> {
  const pid = processOf(profile)
  const closed = context.waitForEvent('close')
  process.kill(pid, 'SIGKILL')
  await closed
}

/** From /proc: the browser's own process is the only one without a type. */
function processOf(profile: string): number {
  const pid = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=')
    } catch {
      // It ended meanwhile.
      return false
    }
  })
  if (!pid) throw new Error('No browser has the profile')
  return Number(pid)
}
