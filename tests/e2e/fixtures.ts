/** What every browser test begins with: a server of its own, feeds that it writes, and a reader at the keyboard. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { startLectern, type Lectern } from '../support/lectern.ts'
import { serveWrittenFeeds, type WrittenFeeds } from '../support/written-feeds.ts'
import { Reader } from './reader.ts'

type Input = {
  /** The server's settings, on top of a library of its own, sign-up open, and feeds allowed on the loopback. */
  readonly env: Readonly<Record<string, string>>
  /** The folder of a browser's profile, empty at first. */
  readonly profile: string
  readonly lectern: Lectern
  readonly feeds: WrittenFeeds
  /** A user who has not signed up yet. */
  readonly stranger: Reader
  /** A user who has signed up, dismissed the first-run guide, and follows nothing. */
  readonly reader: Reader
}

export const test = base.extend<Input>({
  profile: async ({}, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'lectern-profile-'))
    await use(profile)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  // A profile on disk, as users have it: Playwright's own contexts are incognito, whose files are slow and not persisted.
  context: async ({ playwright, launchOptions, viewport, profile }, use) => {
    const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, viewport })
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()))
  },
  env: [{}, { option: true }],
  lectern: async ({ env }, use) => {
    const lectern = await startLectern(env)
    await use(lectern)
    await lectern.end()
  },
  feeds: async ({}, use) => {
    const feeds = await serveWrittenFeeds()
    await use(feeds)
    await feeds.close()
  },
  stranger: async ({ page, lectern }, use) => {
    await use(new Reader(watched(page), lectern.url))
  },
  reader: async ({ page, lectern }, use) => {
    const reader = new Reader(watched(page), lectern.url)
    await reader.beginSignedUp()
    await use(reader)
  },
})
export { expect } from '@playwright/test'

/** An error in the page is a failure of the test, whatever else it looked at. */
export function watched(page: Page): Page {
  page.on('pageerror', (error) => {
    throw new Error(`The page threw: ${error.message}`, { cause: error })
  })
  return page
}
