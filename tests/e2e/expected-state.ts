/** What must agree whatever happened: the page's numbers and lists, the server's numbers and lists. */
import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Reader } from './reader.ts'

/** After a start, on a machine that has much else to do. */
const PATIENCE_MS = 30_000

export type ServerEntry = {
  readonly id: string
  readonly title: string
  readonly feedId: string
  readonly read: boolean
  readonly starred: boolean
}
type Page100 = {
  readonly data?: readonly {
    readonly entries: { readonly id: string; readonly title: string; readonly publishedAt: string }
    readonly feeds: { readonly id: string }
    readonly read: boolean
    readonly collections?: unknown
  }[]
}

/** Every entry of a view as the server lists it, page after page, including duplicates. */
export async function entriesOnServer(reader: Reader, view = 0): Promise<readonly ServerEntry[]> {
  const all: ServerEntry[] = []
  let publishedAfter: string | undefined
  for (let page = 0; page < 200; page += 1) {
    const { data = [] } = await reader.request<Page100>('/entries', {
      method: 'POST',
      body: { view, limit: 100, publishedAfter },
    })
    for (const { entries, feeds, read, collections } of data)
      all.push({
        id: entries.id,
        title: entries.title,
        feedId: feeds.id,
        read,
        starred: Boolean(collections),
      })
    publishedAfter = data.at(-1)?.entries.publishedAt
    if (publishedAfter === undefined) return all
  }
  throw new Error('The server lists pages without an end.')
}

/** Titles of the entries that are read on the server, sorted. */
export const readOnServer = async (reader: Reader): Promise<readonly string[]> =>
  (await entriesOnServer(reader)).flatMap(({ title, read }) => (read ? [title] : [])).toSorted()

export const starredOnServer = async (reader: Reader): Promise<readonly string[]> =>
  (await entriesOnServer(reader)).flatMap(({ title, starred }) => (starred ? [title] : [])).toSorted()

/** The server's counts are what its lists hold, the page's count is the server's, and the page lists as many. */
export async function expectCountsToEqualLists(reader: Reader): Promise<void> {
  const entries = await entriesOnServer(reader)
  expect(new Set(entries.map(({ id }) => id)).size, 'no entry is listed twice').toBe(entries.length)
  const listed: Record<string, number> = {}
  for (const { feedId, read } of entries) if (!read) listed[feedId] = (listed[feedId] ?? 0) + 1
  const counted = Object.entries(await reader.counts()).filter(([, count]) => count > 0)
  expect(Object.fromEntries(counted), "the server's counts are those of its lists").toEqual(listed)
  const unread = entries.filter(({ read }) => !read).length
  await expectShownUnread(reader, unread)
  await reader.run('Go home')
  // Read entries stay in an open list; after a reload it has only unread ones.
  await reader.run('Refresh the timeline')
  await expect
    .poll(() => listedUnread(reader.page), { message: 'the page lists what it counts', timeout: PATIENCE_MS })
    .toBe(unread)
}

/** The number beside "All" in the list of subscriptions. */
export async function expectShownUnread(reader: Reader, unread: number): Promise<void> {
  await expect
    .poll(() => shownUnread(reader.page), {
      message: 'the page counts what the server counts',
      timeout: PATIENCE_MS,
    })
    .toBe(unread)
}

async function shownUnread(page: Page): Promise<number> {
  // In one evaluation: a badge that disappears between two queries would be waited for.
  const badges = await page.locator('[data-row-id="all"] .ui-badge > span').allTextContents()
  return Number(badges[0] ?? 0)
}

async function listedUnread(page: Page): Promise<number> {
  const rows = page.locator('[data-screen] [data-focus-area="timeline"] [data-entry-id]')
  return Number(await rows.evaluateAll(([first]) => first?.getAttribute('aria-setsize') ?? 0))
}

export type Sent = {
  readonly key: string
  readonly what: string
  readonly body: string
  readonly from: Page | null
  /** Null until an answer came, or when none did. */
  readonly status: number | null
}

/** Writes down every change that the tabs send, in order, each time it is sent. */
export function recordChanges(context: BrowserContext): readonly Sent[] {
  const sent: { -readonly [Name in keyof Sent]: Sent[Name] }[] = []
  const byRequest = new Map<Request, (typeof sent)[number]>()
  context.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    if (!key) return
    const { pathname } = new URL(request.url())
    const one = {
      key,
      what: `${request.method()} ${pathname}`,
      body: request.postData() ?? '',
      from: request.serviceWorker() ? null : request.frame().page(),
      status: null,
    }
    byRequest.set(request, one)
    sent.push(one)
  })
  context.on('response', (response) => {
    const one = byRequest.get(response.request())
    if (one) one.status = response.status()
  })
  return sent
}

/** Ids of the entries whose read mark the server has acknowledged to the page. */
export const acknowledgedReads = (sent: readonly Sent[]): readonly string[] =>
  sent
    .filter(({ what, status }) => what === 'POST /api/reads' && status === 200)
    .flatMap(({ body }) => (JSON.parse(body) as { entryIds: readonly string[] }).entryIds)

/** No change that the server took was sent again. */
export function expectEachAppliedOnce(sent: readonly Sent[]): void {
  const taken = sent.filter(({ status }) => status !== null && status < 300).map(({ key }) => key)
  expect(taken.toSorted(), 'each change was taken once').toEqual([...new Set(taken)].toSorted())
}

/** Entries whose contents the page has requested for offline use. */
export function recordContentRequests(page: Page): ReadonlySet<string> {
  const ids = new Set<string>()
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/entries/stream')) return
    const requests = JSON.parse(request.postData() ?? '{}') as { ids?: readonly string[] }
    for (const id of requests.ids ?? []) ids.add(id)
  })
  return ids
}

/** The state for error messages: offline, pending changes. */
export const notices = (reader: Reader): Locator => reader.page.locator('.state-notices')

/** Reconnects by command, because a restarted server sends no notice. */
export async function reconnect(reader: Reader): Promise<void> {
  await reader.run('Send pending changes now')
  await expectOnline(reader)
}

/** The page knows that its server answers; what waited is sent from now on. */
export const expectOnline = (reader: Reader): Promise<void> =>
  expect(notices(reader)).not.toContainText(/Offline/, { timeout: PATIENCE_MS })

/** The files of the reader are stored, and need no server. */
export const waitForServiceWorker = ({ page }: Reader): Promise<void> =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** The app is installed for opening without a network, and the contents of every entry are stored. */
export async function waitUntilStoredOffline(reader: Reader, contents: ReadonlySet<string>): Promise<void> {
  await waitForServiceWorker(reader)
  const entries = await entriesOnServer(reader)
  await expect
    .poll(() => entries.filter(({ id }) => !contents.has(id)).length, { timeout: PATIENCE_MS })
    .toBe(0)
}
