/** Steps of several tests: following, offline prefetch, a crash of the tab. */
import type { BrowserContext, Page } from '@playwright/test'
import { codeAt } from '../../src/server/accounts/codes.ts'
import { totpKeyOf } from '../support/second-factor.ts'
import { manyEntries, type WrittenFeeds } from '../support/written-feeds.ts'
import { expect } from './fixtures.ts'
import type { Account, Reader } from './reader.ts'
import { recordContentRequests, waitUntilStoredOffline } from './expected-state.ts'

/** Follows feeds, and waits until all entries are prefetched for offline use. */
export async function followForOffline(
  reader: Reader,
  feeds: WrittenFeeds,
  entries: number,
  folders: Readonly<Record<string, string>> = {},
): Promise<void> {
  const contents = recordContentRequests(reader.page)
  await reader.follow(feeds, folders)
  await expect(reader.rows).toHaveCount(entries)
  await waitUntilStoredOffline(reader, contents)
}

/** Nine entries, the newest "tea story 9". */
export async function followTea(reader: Reader, feeds: WrittenFeeds): Promise<void> {
  feeds.write('tea', manyEntries('tea', 9))
  await followForOffline(reader, feeds, 9)
}

export async function crashTab(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  const crash = page.waitForEvent('crash')
  // The crashed page cannot respond.
  session.send('Page.crash').catch(() => undefined)
  await crash
  await page.close()
}

/**
 * Sets up the second factor. The page has to be opened again, as its session is another one then.
 * @returns the code of the moment
 */
export async function secondFactorOf(reader: Reader, { password }: Account): Promise<() => string> {
  const send = <T>(path: string, body: object) =>
    reader.request<T>(`/better-auth/two-factor/${path}`, { method: 'POST', body })
  const { totpURI } = await send<{ totpURI: string }>('enable', { password })
  const code = () => codeAt(totpKeyOf(totpURI), Math.floor(Date.now() / 30_000))
  await send('verify-totp', { code: code() })
  return code
}
