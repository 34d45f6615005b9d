/** The tab crashes, or the whole browser is killed, right after something was done offline. */
import { readdirSync, readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { crashTab, followTea } from './user-actions.ts'
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
} from './expected-state.ts'

test.use({ profileKind: 'own' })

/** Two marks and a star, the last of them a moment before the end. */
async function readAndStar(reader: Reader): Promise<void> {
  await reader.press('j')
  await expect(reader.title).toHaveText('tea story 9')
  await reader.press('j s')
  await expect(reader.currentRow.locator('.entry-star')).toBeVisible()
}

/** Still offline, all of it shows; back again, all of it is sent once. */
async function expectNothingLost(reader: Reader, context: BrowserContext): Promise<void> {
  const sent = recordChanges(context)
  await reader.page.goto(reader.url)
  await expect(notices(reader)).toContainText('3 changes')
  await expect(reader.rows).toHaveCount(7)
  await reader.run('Go to starred entries')
  await expect(reader.rows).toHaveCount(1)
  await expect(reader.rows).toContainText('tea story 8')
  await context.setOffline(false)
  await expectOnline(reader)
  await expect.poll(() => readOnServer(reader)).toEqual(['tea story 8', 'tea story 9'])
  await expect.poll(() => starredOnServer(reader)).toEqual(['tea story 8'])
  expectEachAppliedOnce(sent)
  await expectCountsToEqualLists(reader)
}

test('The tab crashes right after marking and starring offline, and a new tab shows and sends all of it', async ({
  reader,
  feeds,
  context,
}) => {
  await followTea(reader, feeds)
  await context.setOffline(true)
  await readAndStar(reader)
  await crashTab(context, reader.page)
  await expectNothingLost(new Reader(watched(await context.newPage()), reader.url), context)
})

test('The browser is killed right after marking and starring offline, and opened again it has all of it', async ({
  playwright,
  launchOptions,
  viewport,
  lectern,
  feeds,
  profile,
  account,
}) => {
  const open = () =>
    playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      viewport,
      serviceWorkers: 'allow',
    })
  const tab = async (context: BrowserContext) =>
    new Reader(watched(context.pages()[0] ?? (await context.newPage())), lectern.url, account)
  const before = await open()
  const reader = await tab(before)
  await reader.signUp()
  await followTea(reader, feeds)
  // Chromium writes cookies late; a clean close stores the session.
  await before.close()

  const during = await open()
  await during.setOffline(true)
  const reading = await tab(during)
  await reading.page.goto(lectern.url)
  await expect(reading.rows).toHaveCount(9)
  await readAndStar(reading)
  await killed(during, profile)

  const after = await open()
  await after.setOffline(true)
  await expectNothingLost(await tab(after), after)
  await after.close()
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
