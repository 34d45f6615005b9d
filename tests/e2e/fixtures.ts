/**
 * What every browser test begins with: a server and a browser that its worker process shares, a user of its own, feeds that it
 * writes, and a reader at the keyboard. A test that sets up, stops or kills its server has one of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { startLectern, type Lectern } from '../support/lectern.ts'
import { serveWrittenFeeds, type WrittenFeeds } from '../support/written-feeds.ts'
import { ada, Reader, type Account } from './reader.ts'
import { openSharedBrowser, type SharedBrowser } from './shared-browser.ts'
import { startSharedServer, type SharedServer } from './shared-server.ts'
import { claim, expectNothingOfOthers } from './test-data.ts'

type Options = {
  /** Settings of a server of the test's own; `{}` for one that it stops, kills or counts. Null: the shared one. */
  readonly env: Readonly<Record<string, string>> | null
  /**
   * Where the page's data is. `shared`: in the worker's browser, whose profile is on disk and has the service worker of the
   * shared server installed; emptied after each test. `incognito`: in memory, so that nothing is persisted, without a service
   * worker, with the context options of `test.use`. `own`: a browser process and an empty profile on disk.
   */
  readonly profileKind: 'shared' | 'incognito' | 'own'
}

type Input = {
  /** The folder of a browser's profile, empty at first. */
  readonly profile: string
  readonly lectern: Lectern
  readonly feeds: WrittenFeeds
  /** Of the test's user: no other test of the server has it. */
  readonly account: Account
  /** A user who has not signed up yet. */
  readonly stranger: Reader
  /** A user who has signed up, dismissed the first-run guide, and follows nothing. The reader is not open yet. */
  readonly signedUp: Reader
  /** The same with the reader open. */
  readonly reader: Reader
  /** Has a feed fetched at once, as the admin of the shared server. @returns the response */
  readonly refreshFeed: SharedServer['refreshFeed']
  /** Signs up another user, in a browser of their own, and opens the reader there, unless the test opens an address of its own. */
  readonly signUpAnother: (name: string, opens?: 'reader' | 'nothing') => Promise<Reader>
  /** Opens the reader of the same user in another browser. */
  readonly openOnAnotherDevice: (reader: Reader) => Promise<Reader>
}

type WorkerInput = {
  readonly sharedBrowser: SharedBrowser
  /** Starts the server that the tests of the worker share, once. */
  readonly startShared: () => Promise<SharedServer>
}

let accounts = 0
/** An account that no other test of this worker has. */
const newAccount = (name: string): Account => ({
  ...ada,
  name,
  email: `${name.toLowerCase()}-${(accounts += 1)}@example.org`,
})

export const test = base.extend<Options & Input, WorkerInput>({
  env: [null, { option: true }],
  profileKind: ['shared', { option: true }],

  startShared: [
    async ({}, use) => {
      let started: Promise<SharedServer> | undefined
      await use(() => (started ??= startSharedServer()))
      await (await started)?.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sharedBrowser: [
    async ({ playwright, launchOptions }, use) => {
      const browser = await openSharedBrowser(playwright.chromium, launchOptions)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Further contexts of a test are of the same process.
  browser: [async ({ sharedBrowser }, use) => use(sharedBrowser.browser), { scope: 'worker' }],

  profile: async ({}, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'lectern-profile-'))
    await use(profile)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  context: async (
    { playwright, browser, sharedBrowser, launchOptions, viewport, permissions, profile, profileKind, env },
    use,
  ) => {
    if (profileKind === 'shared') {
      const { context, empty } = sharedBrowser
      if (permissions) await context.grantPermissions(permissions)
      // A server of the test's own is another origin, for which the files of the build would be stored again.
      const script = env && (await context.addInitScript(refuseServiceWorker))
      await use(context)
      await script?.dispose()
      return empty()
    }
    const context =
      profileKind === 'own'
        ? await playwright.chromium.launchPersistentContext(profile, {
            ...launchOptions,
            viewport,
            permissions,
            serviceWorkers: 'allow',
          })
        : await browser.newContext()
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => {
    const page = await context.newPage()
    await use(page)
  },
  lectern: async ({ env, startShared }, use) => {
    if (env === null) return use((await startShared()).lectern)
    const lectern = await startLectern(env)
    claim(lectern.url)
    await use(lectern)
    await lectern.end()
  },
  feeds: async ({}, use) => {
    const feeds = await serveWrittenFeeds()
    claim(feeds.url)
    await use(feeds)
    await feeds.close()
  },
  account: async ({ env }, use) => {
    const account = env === null ? newAccount(ada.name) : ada
    if (env === null) claim(account.email)
    await use(account)
  },
  stranger: async ({ page, lectern, account }, use) => {
    await use(new Reader(watched(page), lectern.url, account))
  },
  signedUp: async ({ page, lectern, account }, use) => {
    const reader = new Reader(watched(page), lectern.url, account)
    await reader.signUpByCall()
    await use(reader)
    const isHere = !page.isClosed() && page.url().startsWith(lectern.url)
    expectNothingOfOthers(isHere ? await page.locator('html').innerHTML() : '')
  },
  reader: async ({ signedUp }, use) => {
    await signedUp.open()
    await use(signedUp)
  },
  refreshFeed: async ({ startShared }, use) => use((await startShared()).refreshFeed),
  signUpAnother: async ({ browser, lectern }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (name, opens = 'reader') => {
      const reader = await openContext(browser.newContext(), contexts, lectern.url, newAccount(name))
      claim(reader.account.email)
      await reader.signUpByCall()
      if (opens === 'reader') await reader.open()
      return reader
    })
    for (const context of contexts) await context.close()
  },
  openOnAnotherDevice: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ url, account }) => {
      const reader = await openContext(browser.newContext(), contexts, url, account)
      await reader.signInByCall()
      await reader.open()
      return reader
    })
    for (const context of contexts) await context.close()
  },
})
export { expect } from '@playwright/test'

async function openContext(
  opened: Promise<BrowserContext>,
  contexts: BrowserContext[],
  url: string,
  account: Account,
): Promise<Reader> {
  const context = await opened
  contexts.push(context)
  return new Reader(watched(await context.newPage()), url, account)
}

/** Runs in each frame before its scripts. A sandboxed frame has no service workers. */
function refuseServiceWorker(): void {
  if (origin === 'null') return
  const register = () => Promise.reject(new Error('This test has no service worker'))
  if ('serviceWorker' in navigator) Object.assign(navigator.serviceWorker, { register })
}

/** An error in the page is a failure of the test, whatever else it looked at. */
export function watched(page: Page): Page {
  page.on('pageerror', (error) => {
    throw new Error(`The page threw: ${error.message}`, { cause: error })
  })
  return page
}
