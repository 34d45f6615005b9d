import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../tests/support/server.ts'
import type { FirstPage } from '../contract/first-page.ts'
import { toPath, type LocationSource } from '../contract/reader-location.ts'
import type { SessionAnswer } from '../contract/session.ts'
import { createFirstPage } from './first-page.ts'
import type { Services } from './http/routes.ts'

const hostile = '</script><script>alert(1)</script><!-- <script>'
let server: TestServer
let dist: string
let ada: TestUser
let bob: TestUser
let feedId: string
let other: string
let tea: string | undefined

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'lectern-dist-'))
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html><head><script>dusk()</script></head><body></body></html>',
  )
  server = await startTestServer({ dist })
  ada = await server.signUp('ada')
  bob = await server.signUp('bob')
  feedId = await seedFeed(server.storage)
  other = await seedFeed(server.storage)
  const entry = { publishedAt: NOON, insertedAt: NOON }
  ;[, tea] = await seedEntries(server.storage, feedId, [
    { ...entry, title: hostile },
    { ...entry, title: 'Tea' },
  ])
  await seedEntries(server.storage, other, [{ ...entry, title: 'Coffee' }])
  await seedSubscription(server.storage, ada.id, feedId, { category: 'Drinks' })
  await seedSubscription(server.storage, ada.id, other)
  await seedSubscription(server.storage, bob.id, other)
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

const visit = (path: string, cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  server.app.request(path, { headers: { 'sec-fetch-dest': 'document', cookie, ...headers } })
const textOf = async (path: string, cookie: string, headers = {}) =>
  (await visit(path, cookie, headers)).text()
async function carried(path: string, user: TestUser): Promise<FirstPage | null> {
  const [, json] = /<script type="application\/json" id="first-page">([^<]*)<\/script>/.exec(
    await textOf(path, user.cookie),
  ) ?? [null, 'null']
  return JSON.parse(json ?? 'null') as FirstPage | null
}
const titlesIn = (page: FirstPage | null) => page?.list.items.map(({ entries }) => entries.title).toSorted()

test('the page of a first visit has the list, the subscriptions, the counts and the user of its session', async () => {
  const page = await carried('/', ada)
  expect(titlesIn(page)).toEqual([hostile, 'Coffee', 'Tea'])
  expect(page?.subscriptions.map(({ title }) => title)).toHaveLength(2)
  expect(page?.unread).toEqual({ [feedId]: 2, [other]: 1 })
  const session = (await (await ada.request('/better-auth/get-session')).json()) as SessionAnswer
  expect(page?.user).toEqual(session?.user)
  expect(titlesIn(await carried('/', bob))).toEqual(['Coffee'])
})

test('it has the settings of its user alone, and the list is as they say', async () => {
  expect((await carried('/', ada))?.settings).toEqual({ settings: {}, updated: {} })
  const savedSearches = [{ title: 'Tea only', query: 'tea' }]
  const body = { unreadOnly: false, savedSearches }
  await bob.request('/settings/general', { method: 'PATCH', body })
  const mine = await carried('/', bob)
  expect([mine?.settings.settings['general'], mine?.list.unreadOnly]).toEqual([
    expect.objectContaining(body),
    false,
  ])
  const others = await carried('/', ada)
  expect([others?.settings.settings, others?.list.unreadOnly]).toEqual([{}, true])
})

test("it is the list of stars, of a list or of an inbox, which are the user's own", async () => {
  await ada.request('/collections', { method: 'POST', body: { entryId: tea } })
  const stars = '/timeline/view-0/collections'
  const page = await carried(stars, ada)
  expect([titlesIn(page), page?.list.unreadOnly, page?.list.isOfStars]).toEqual([['Tea'], false, true])
  expect(titlesIn(await carried(stars, bob))).toEqual([])
  const list = await ada.request('/lists', {
    method: 'POST',
    body: { title: 'Mine', description: null, image: null, view: 0 },
  })
  const { data: made } = (await list.json()) as { data: { id: string } }
  await ada.request('/lists/feeds', { method: 'POST', body: { listId: made.id, feedId: other } })
  expect(titlesIn(await carried(`/timeline/view-0/list-${made.id}`, ada))).toEqual(['Coffee'])
  await ada.request('/inboxes', { method: 'POST', body: { handle: 'letters', title: 'Letters' } })
  const letters = '/timeline/view-0/inbox-letters'
  expect([titlesIn(await carried(letters, ada)), await carried(letters, bob)]).toEqual([[], null])
  expect((await carried('/', ada))?.subscriptions.some((one) => 'inboxes' in one)).toBe(true)
})

const pathOf = (source: LocationSource) => toPath({ view: 0, source, entryId: null })

test("it is what a search finds among the user's own entries, in its order", async () => {
  const of = (query: string, user: TestUser) => carried(pathOf({ kind: 'search', query }), user)
  const titles = async (query: string, user: TestUser) =>
    (await of(query, user))?.list.items.map(({ entries }) => entries.title)
  expect(titlesIn(await of('tea', ada))).toEqual(['Tea'])
  expect((await of('tea', ada))?.list).toMatchObject({
    unreadOnly: false,
    done: true,
    search: { query: 'tea', order: 'new' },
  })
  // Bob follows another feed.
  expect(titlesIn(await of('tea', bob))).toEqual([])
  expect(await titles('is:unread', bob)).toEqual(['Coffee'])
  const oldest = 'sort:old is:unread'
  expect((await of(oldest, ada))?.list.search).toEqual({ query: oldest, order: 'old' })
  expect((await titles(oldest, ada))?.toReversed()).toEqual(await titles('is:unread', ada))
  // The reader says what is wrong with these, or asks for what a plugin has to rank.
  for (const query of ['(tea', 'like:entry', 'about:tea']) expect(await of(query, ada)).toBeNull()
})

test("a search's page escapes what a feed says, and nothing stores it", async () => {
  const page = await visit(pathOf({ kind: 'search', query: 'alert' }), ada.cookie)
  const text = await page.text()
  expect(text).toContain('first-page')
  expect(text.match(/<script/g)).toHaveLength(2)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
})

test('the page of a reading list, which its browser alone knows, has what surrounds it', async () => {
  const page = await carried(pathOf({ kind: 'reading-list' }), ada)
  expect([page?.list.items, page?.list.isReadingList, page?.list.unreadOnly]).toEqual([[], true, false])
  const others = await carried(pathOf({ kind: 'reading-list' }), bob)
  expect([page, others].map((one) => one?.subscriptions)).toEqual([
    (await carried('/', ada))?.subscriptions,
    (await carried('/', bob))?.subscriptions,
  ])
  expect([page?.user.id, others?.user.id]).toEqual([ada.id, bob.id])
})

test('it is the list of the address', async () => {
  expect(titlesIn(await carried(`/timeline/view-0/${feedId}`, ada))).toEqual([hostile, 'Tea'])
  expect(titlesIn(await carried('/timeline/view-0/folder-Drinks/pending', ada))).toEqual([hostile, 'Tea'])
  expect((await carried('/timeline/view-0/folder-Drinks', ada))?.list.feedIds).toEqual([feedId])
  expect(titlesIn(await carried('/timeline/view-2/all', ada))).toEqual([])
  for (const path of ['/settings', '/timeline/view-0/folder-Nothing', '/timeline/view-0/all/7', '/?safe=1'])
    expect(await carried(path, ada)).toBeNull()
})

test('what a feed says cannot end the element, and the page may run what it could before', async () => {
  const plain = await visit('/', '')
  const page = await visit('/', ada.cookie)
  const text = await page.text()
  expect(text.match(/<script/g)).toHaveLength(2)
  expect(text).not.toContain('<!--')
  expect(text).toContain('<html data-first-page>')
  const policy = 'content-security-policy'
  expect(page.headers.get(policy)).toBe(plain.headers.get(policy))
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('nothing between may store it, and a stored page does not stand for it', async () => {
  const plain = await visit('/', '')
  const etag = plain.headers.get('etag') ?? ''
  const page = await visit('/', ada.cookie, { 'if-none-match': etag })
  expect(page.status).toBe(200)
  expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['private, no-store', null])
})

test('where the data cannot be read, the page comes without it', async () => {
  const errors: string[] = []
  const log = { error: (text: string) => void errors.push(text) }
  const services = { log, config: { TRUSTED_PROXIES: [] } } as unknown as Services
  const carry = createFirstPage(services, {}, () => Promise.reject(new Error('The database is gone')))
  const app = new Hono().get('*', async (context) => context.json(await carry(context)))
  const headers = { 'sec-fetch-dest': 'document', cookie: 'lectern.user=ada' }
  expect(await (await app.request('/', { headers })).json()).toBeNull()
  expect(errors).toEqual(['The first list of a page could not be read'])
})

test('without a session, for a service worker, and where the data is stored, the page is as it was built', async () => {
  const plain = await textOf('/', '')
  expect(plain).not.toContain('first-page')
  expect(await textOf('/', ada.cookie, { 'sec-fetch-dest': 'empty' })).toBe(plain)
  expect(await textOf('/', `lectern.user=${ada.id}`)).toBe(plain)
  expect(await textOf('/', `${ada.cookie}; lectern.stored=${ada.id}`)).toBe(plain)
  // Another user's data is stored there.
  expect(await textOf('/', `${ada.cookie}; lectern.stored=${bob.id}`)).toContain('first-page')
  const carol = await server.signUp('carol')
  expect(await textOf('/', carol.cookie)).toBe(plain)
  await carol.request('/better-auth/sign-out', { method: 'POST', body: {} })
  expect(await textOf('/', carol.cookie)).toBe(plain)
})
