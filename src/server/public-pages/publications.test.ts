import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import type { Publication } from '../../contract/publications.ts'
import { addStar } from '../storage/entries/collections.ts'
import { addLabel } from '../storage/entries/entry-labels.ts'
import { insertHighlight } from '../storage/entries/highlights.ts'
import { addFeedRequest } from '../storage/feeds/feed-requests.ts'

describe.each(kinds)('a public page on %s', (kind) => {
  let server: TestServer
  let ada: TestUser
  let bob: TestUser
  beforeAll(async () => {
    server = await startTestServer({ kind, limits: true })
    ada = await server.signUp('ada')
    bob = await server.signUp('bob')
    const { storage } = server
    const open = await seedFeed(storage, { title: 'Open' })
    const followedPrivately = await seedFeed(storage, { url: 'https://private.example/?token=secret' })
    const known = await seedFeed(storage, { title: 'Known to others' })
    const own = testId()
    const plain = { userAgent: null, proxy: null, username: 'ada', password: 'sealed', cookie: null } as const
    const settings = { ...plain, allowsInsecure: 0, ignoresEdits: 0, usesFetcher: 0 } as const
    await addFeedRequest(
      storage,
      { url: 'https://bank.example/' },
      { id: own, userId: ada.id, now: NOON, settings },
    )
    await seedSubscription(storage, ada.id, open)
    await seedSubscription(storage, ada.id, followedPrivately, { isPrivate: 1 })
    await seedSubscription(storage, ada.id, own, { isPrivate: 1 })
    await seedSubscription(storage, ada.id, known, { isPrivate: 1 })
    await seedSubscription(storage, bob.id, known)
    await ada.request('/inboxes', { method: 'POST', body: { handle: 'adas', title: 'Mail' } })
    const inbox = await storage.db.selectFrom('inboxes').select('feedId').executeTakeFirstOrThrow()
    const add = async (feedId: string, title: string) => {
      const [id = ''] = await seedEntries(storage, feedId, [
        { title, url: `https://site.example/${title.length}` },
      ])
      await addStar(storage, { userId: ada.id, entryId: id, view: 0, createdAt: NOON })
      const making = { now: NOON, newId: testId }
      await addLabel(storage, ada.id, { name: 'work/later', entryIds: [id] }, making)
      return id
    }
    const id = await add(open, 'Open <b>"one"</b> & \u0001')
    const quote = { exact: 'quoted <i>', prefix: '', suffix: '', startOffset: null, endOffset: null }
    const highlight = {
      id: 'h',
      entryId: id,
      note: 'my <script>note',
      color: 'blue' as const,
      createdAt: NOON,
    }
    await insertHighlight(storage, ada.id, { ...highlight, ...quote, title: null }, NOON)
    await insertHighlight(
      storage,
      bob.id,
      { ...highlight, ...quote, note: 'a note of Bob', title: null },
      NOON,
    )
    for (const [feedId, title] of [
      [followedPrivately, 'Of a private feed'],
      [own, 'Of a feed with a password'],
      [known, 'Of a feed followed privately'],
      [inbox.feedId, 'Of an inbox'],
    ] as const)
      await add(feedId, title)
    await seedEntries(storage, open, [{ title: 'Not starred' }])
  })
  afterAll(() => server.close())

  const create = async (who: TestUser, input: Partial<Publication>): Promise<Publication> => {
    const body = {
      kind: 'stars',
      name: null,
      title: 'Good things',
      withNotes: false,
      withInboxes: false,
      ...input,
    }
    const response = await who.request('/publications', { method: 'POST', body })
    expect(response.status).toBe(200)
    return ((await response.json()) as { data: Publication }).data
  }
  const open = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers })
  const titles = async ({ path }: Publication): Promise<string[]> => {
    const feed = parseJsonFeed(await (await open(`${path}/feed.json`)).json())
    return (feed.items ?? []).map(({ title }) => title ?? '')
  }
  const OPEN = 'Open <b>"one"</b> & \u0001'

  test('shows stars, a label with those within it, and a query, and nothing private', async () => {
    expect(((await (await ada.request('/publications')).json()) as { data: unknown[] }).data).toEqual([])
    for (const input of [
      { kind: 'stars' },
      { kind: 'label', name: 'Work' },
      { kind: 'query', name: 'is:starred' },
    ] as const) {
      const page = await create(ada, input)
      expect([input, await titles(page)]).toEqual([input, [OPEN]])
      const response = await open(page.path)
      const [, text = ''] = (await response.text()).split('<body>')
      expect(text).toContain('Open &lt;b&gt;')
      expect(text).not.toMatch(/private|password|inbox|ada@|example\.org|note|<script|quoted/i)
    }
    expect(await titles(await create(ada, { withInboxes: true }))).toEqual(
      expect.arrayContaining([OPEN, 'Of an inbox']),
    )
  })

  test('is refused for a query that a plugin ranks, which it could not show', async () => {
    const body = { kind: 'query', name: 'about:tea', title: 'Tea', withNotes: false, withInboxes: false }
    const response = await ada.request('/publications', { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      reason: expect.stringMatching(/“about” .* not on public pages/),
    })
  })

  test('has feeds that readers understand, and notes only where they are chosen', async () => {
    const page = await create(ada, { withNotes: true })
    const atom = await open(`${page.path}/feed.xml`)
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const feed = parseAtomFeed(await atom.text())
    expect(feed.entries).toHaveLength(1)
    expect(feed.entries?.[0]?.content).toMatchObject({
      value: '<blockquote>quoted &lt;i&gt;</blockquote><p>my &lt;script&gt;note</p>',
    })
    const text = await (await open(page.path)).text()
    expect(text).toContain('my &lt;script&gt;note')
    expect(text).not.toContain('a note of Bob')
    expect(text).toContain(`href="http://localhost${page.path}/feed.xml"`)
  })

  test('is not stored anywhere, not listed, and runs nothing', async () => {
    const page = await create(ada, {})
    for (const path of [page.path, `${page.path}/feed.xml`, `${page.path}/feed.json`]) {
      const { headers, status } = await open(path)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toMatch(/script-src 'none'.*sandbox/)
      expect(headers.get('set-cookie')).toBeNull()
      const again = await open(path, { 'if-none-match': headers.get('etag') ?? '' })
      expect(again.status).toBe(304)
    }
    const stored = await server.storage.db.selectFrom('publications').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(page.path.slice('/share/p/'.length))
  })

  test('is gone at once when it is renewed, deleted, or its label or its user is', async () => {
    const statusOf = async (path: string) => (await open(path)).status
    const page = await create(ada, {})
    const renewed = await ada.request('/publications/renew', { method: 'POST', body: { id: page.id } })
    const { data: next } = (await renewed.json()) as { data: Publication }
    expect(next.path).not.toBe(page.path)
    expect([await statusOf(page.path), await statusOf(next.path)]).toEqual([404, 200])
    await ada.request('/publications', { method: 'DELETE', body: { id: page.id } })
    expect(await statusOf(next.path)).toBe(404)

    const labelled = await create(ada, { kind: 'label', name: 'work/later' })
    await ada.request('/labels', { method: 'DELETE', body: { name: 'work/later' } })
    expect(await statusOf(labelled.path)).toBe(404)
    const carol = await server.signUp('carol')
    const hers = await create(carol, {})
    await ada.request('/admin/users', { method: 'PATCH', body: { id: carol.id, disabled: true } })
    expect(await statusOf(hers.path)).toBe(404)
  })

  test('requests at once do not pass the bounds of pages, lists and inboxes', async () => {
    const cat = await server.signUp('cat')
    const at = (count: number, path: string, bodyOf: (number: number) => object) =>
      Promise.all(
        Array.from({ length: count }, (_, number) =>
          cat.request(path, { method: 'POST', body: bodyOf(number) }).then(({ status }) => status),
        ),
      )
    const accepted = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length
    const page = { kind: 'stars', name: null, withNotes: false, withInboxes: false }
    const results = [
      await at(54, '/publications', (number) => ({ ...page, title: `Page ${number}` })),
      await at(14, '/lists', (number) => ({ title: `List ${number}`, view: 0 })),
      await at(14, '/inboxes', (number) => ({ handle: `cats-${number}`, title: null })),
    ]
    expect(results.map(accepted)).toEqual([50, 10, 10])
    expect(new Set(results.flat())).not.toContain(500)
  })

  test('is the user’s own: nobody else lists, changes, renews or deletes it, or guesses its address', async () => {
    const page = await create(ada, {})
    const attempts = [
      bob.request('/publications', { method: 'PATCH', body: { id: page.id, withInboxes: true } }),
      bob.request('/publications/renew', { method: 'POST', body: { id: page.id } }),
    ]
    for (const attempt of attempts) expect((await attempt).status).toBe(404)
    await bob.request('/publications', { method: 'DELETE', body: { id: page.id } })
    expect(await (await bob.request('/publications')).json()).toMatchObject({ data: [] })
    expect((await open(page.path)).status).toBe(200)
    const label = await bob.request('/publications', {
      method: 'POST',
      body: { kind: 'label', name: 'work', title: 'Ada’s label', withNotes: false, withInboxes: true },
    })
    expect(label.status).toBe(404)
    expect(page.path).toMatch(/^\/share\/p\/[\w-]{32}$/)
    const guesses = []
    for (let guess = 0; guess < 80; guess += 1) guesses.push((await open(`/share/p/${guess}`)).status)
    expect(guesses[0]).toBe(404)
    expect(guesses.at(-1)).toBe(429)
  })
})
