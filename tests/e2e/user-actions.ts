/** Steps of several tests: following, offline prefetch, a crash of the tab. */
import type { BrowserContext, Page } from '@playwright/test'
import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import { expect } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { recordContentRequests, waitUntilStoredOffline } from './expected-state.ts'

/** Imports a file, and waits until all entries are prefetched for offline use. */
export async function followForOffline(reader: Reader, opml: string, entries: number): Promise<void> {
  const contents = recordContentRequests(reader.page)
  await reader.importOpml(opml)
  await expect(reader.rows).toHaveCount(entries)
  await waitUntilStoredOffline(reader, contents)
}

/** Nine entries, the newest "tea story 9". */
export async function followTea(reader: Reader, feeds: WrittenFeeds): Promise<void> {
  feeds.write('tea', manyEntries('tea', 9))
  await followForOffline(reader, feeds.opml(), 9)
}

export async function crashTab(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  const crash = page.waitForEvent('crash')
  // The crashed page cannot respond.
  session.send('Page.crash').catch(() => undefined)
  await crash
  await page.close()
}
