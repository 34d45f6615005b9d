/** The browser of a worker process: one process and one profile on disk, which is emptied between tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserType, LaunchOptions, Page } from '@playwright/test'

export type SharedBrowser = {
  readonly browser: Browser
  /** The context of the profile on disk: Playwright's own contexts are incognito, whose files are in memory. */
  readonly context: BrowserContext
  /**
   * Closes all pages and other contexts, and deletes what was stored. The service worker and the files of the build in its cache
   * stay, as in the browser of somebody who comes back.
   */
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}

const VIEWPORT = { width: 1360, height: 860 }
/** Far more than a call of a busy machine takes, far less than a test moves a clock by, ms. */
const CLOCK_MS = 600_000

export async function openSharedBrowser(
  chromium: BrowserType,
  launchOptions: LaunchOptions,
): Promise<SharedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'lectern-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: VIEWPORT,
    serviceWorkers: 'allow',
  })
  const browser = context.browser()
  if (!browser) throw new Error('The context names no browser.')
  // The browser ends with its last page.
  const [lastPage = await context.newPage()] = context.pages()
  const origins = new Set<string>()
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
    }),
  )
  return {
    browser,
    context,
    empty: async () => {
      for (const page of context.pages()) if (page !== lastPage) await page.close()
      // Their pages would go on working beside later tests.
      for (const other of browser.contexts()) if (other !== context) await other.close()
      for (const event of ['request', 'response'] as const) context.removeAllListeners(event)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      await context.clearPermissions()
      // A page of its own: a test may have ended the process that others of this origin run in.
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      for (const origin of origins) {
        // A document of the server without the app.
        const address = `${origin}/icon-64.png`
        if (await context.request.get(address).catch(() => null)) {
          await page.goto(address)
          await page.evaluate(deleteStored)
          await expectOwnClock(page)
        }
        // The server has ended, and a later one may have its port.
        else await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      }
      await page.close()
      origins.clear()
      await context.clearCookies()
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Playwright's clock belongs to the context, and is never put back: later tests would be read on another day. */
async function expectOwnClock(page: Page): Promise<void> {
  const behind = Math.abs(Date.now() - (await page.evaluate(() => Date.now())))
  if (behind > CLOCK_MS)
    throw new Error('The test has moved the clock of the shared profile: it needs `profileKind` incognito.')
}

/** Runs in the page. Waits for the database's worker of a closed page, which may hold its files for a moment. */
async function deleteStored(): Promise<void> {
  await navigator.locks.request('follow:db-owner', async () => {
    localStorage.clear()
    for (const name of await caches.keys())
      if (!/^(workbox-precache|at-hand )/.test(name)) await caches.delete(name)
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
    const root = await navigator.storage.getDirectory()
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true })
  })
}
