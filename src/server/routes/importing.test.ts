import { afterEach, describe, expect, test } from 'vitest'
import { addHub } from '../../../tests/support/hub-scheme.ts'
import { memoryFeeds, type Document } from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { kinds, type TestKind } from '../../../tests/support/storage.ts'
import type { FeedSubscription, ImportItem } from '../../contract/subscriptions.ts'
import { createRunner } from '../jobs/runner.ts'
import { firstFetches } from '../opml/first-fetch.ts'

type Result = { successfulItems: ImportItem[]; conflictItems: ImportItem[]; parsedErrorItems: ImportItem[] }
type Status = Result & { total: number; done: number; running: boolean }

const A = 'https://a.example/feed'
const B = 'https://b.example/feed'
const bytes = (text: string) => new TextEncoder().encode(text)
const opml = (body: string) => bytes(`<?xml version="1.0"?><opml version="2.0"><body>${body}</body></opml>`)
const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T

describe('importing', () => {
  let server: TestServer
  afterEach(() => server.close())

  async function start(kind: TestKind = 'sqlite') {
    const web = new Map<string, Document>([[A, { title: 'The A', entries: [{ guid: '1' }] }]])
    const feeds = memoryFeeds(web, () => server.storage)
    server = await startTestServer({ kind, feeds })
    addHub(server.services.feedSchemes)
    return { feeds, web, ann: await server.signUp('ann') }
  }
  const bring = async (who: TestUser, file: Uint8Array, items?: string) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(file)], 'feeds.opml'))
    if (items !== undefined) form.set('items', items)
    return (
      await json<{ data: Result }>(who.request('/subscriptions/import', { method: 'POST', body: form }))
    ).data
  }
  const status = async (who: TestUser) =>
    (await json<{ data: Status | null }>(who.request('/subscriptions/import'))).data
  const listOf = async (who: TestUser) =>
    (await json<{ data: FeedSubscription[] }>(who.request('/subscriptions'))).data
  const exported = async (who: TestUser, query = '') =>
    (await who.request(`/subscriptions/export${query}`)).text()

  /** Runs the jobs until the user's import is complete. */
  async function fetchAll(who: TestUser): Promise<Status | null> {
    const { storage, log, now } = server.services
    const runner = createRunner({ storage, log, now, queues: firstFetches(server.services) })
    await runner.start()
    let last = await status(who)
    for (let round = 0; round < 500 && last?.running; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      last = await status(who)
    }
    await runner.stop(1000)
    return last
  }

  const MIXED =
    opml(`<outline text="News"><outline text="Named" xmlUrl="${A}"/><outline type="rss" xmlUrl="${B}"/></outline>
    <outline text="Again" xmlUrl="${A}"/><outline text="Odd" xmlUrl="ftp://c.example/"/><outline type="rss" text="Nothing"/>`)

  test('every line is stored and reported; what cannot be fetched now is followed all the same', async () => {
    const { ann, feeds } = await start()
    const result = await bring(ann, MIXED)
    expect(feeds.fetched).toEqual([])
    expect(result.successfulItems.map(({ url, title }) => [url, title])).toEqual([
      [A, 'Named'],
      [B, null],
    ])
    expect(result.conflictItems).toMatchObject([{ url: A, title: 'Again' }])
    expect(result.parsedErrorItems).toMatchObject([
      { url: 'ftp://c.example/', title: 'Odd', reason: expect.stringContaining('ftp://c.example/') },
      { url: '', title: 'Nothing', reason: expect.stringContaining('no address') },
    ])
    expect(await status(ann)).toMatchObject({ total: 5, done: 3, running: true })

    const end = await fetchAll(ann)
    expect(end).toMatchObject({ total: 5, done: 5, running: false })
    expect(end?.successfulItems.map(({ url }) => url)).toEqual([A])
    expect(end?.parsedErrorItems[0]).toMatchObject({
      url: B,
      id: expect.any(String),
      reason: expect.stringContaining('404'),
    })
    const rows = await listOf(ann)
    expect(rows.map(({ title, category, feeds: feed }) => [feed.url, title, category, feed.title])).toEqual([
      [A, 'Named', 'News', 'The A'],
      [B, null, 'News', null],
    ])
    expect(rows[1]?.feeds.errorMessage).toContain('404')
    expect(
      await server.storage.db.selectFrom('jobs').select('key').where('queue', '=', 'first-fetch').execute(),
    ).toEqual([])
  })

  test('a second import finds everything followed, and a feed that others follow is not fetched again', async () => {
    const { ann, feeds } = await start()
    const ben = await server.signUp('ben')
    await bring(ann, MIXED)
    await fetchAll(ann)
    const { conflictItems, successfulItems } = await bring(ann, MIXED)
    expect([conflictItems.length, successfulItems.length]).toEqual([3, 0])
    const before = feeds.fetched.filter((url) => url === A).length
    expect((await bring(ben, opml(`<outline xmlUrl="${A}"/>`))).successfulItems).toHaveLength(1)
    expect(await status(ben)).toMatchObject({ total: 1, done: 1, running: false })
    expect(feeds.fetched.filter((url) => url === A)).toHaveLength(before)
    expect(await status(ann)).toMatchObject({ total: 5 })
  })

  test('only the chosen lines are brought in', async () => {
    const { ann } = await start()
    const { successfulItems } = await bring(ann, MIXED, JSON.stringify([B]))
    expect(successfulItems.map(({ url }) => url)).toEqual([B])
    const form = { method: 'POST', body: MIXED } as const
    expect(await status(ann)).toMatchObject({ total: 1 })
    expect((await ann.request('/subscriptions/import', { ...form, body: bytes('<html>') })).status).toBe(400)
  })

  test('a preview of the file returns its feeds and the remaining limit', async () => {
    const { ann } = await start()
    const parse = (body: Uint8Array) =>
      json<{ data: { subscriptions: object[]; remaining: number } }>(
        ann.request('/subscriptions/parse-opml', { method: 'POST', body }),
      )
    const { data } = await parse(MIXED)
    expect(data.subscriptions).toEqual([
      { userId: ann.id, url: A, title: 'Named', view: 0, category: 'News' },
      { userId: ann.id, url: B, title: null, view: 0, category: 'News' },
      { userId: ann.id, url: 'ftp://c.example/', title: 'Odd', view: 0, category: null },
    ])
    expect(data.remaining).toBe(500)
    expect(await listOf(ann)).toEqual([])
  })

  test('a trial user’s import stops at the limit and reports it for each line', async () => {
    const { ann } = await start()
    await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', ann.id).execute()
    const lines = Array.from({ length: 22 }, (_, at) => `<outline xmlUrl="https://x.example/${at}"/>`)
    const { successfulItems, parsedErrorItems } = await bring(ann, opml(lines.join('')))
    expect([successfulItems.length, parsedErrorItems.length]).toEqual([20, 2])
    expect(parsedErrorItems[0]?.reason).toContain('limit')
  })

  test('subscriptions exported and imported by another user are the same', async () => {
    const { ann } = await start()
    const ben = await server.signUp('ben')
    await bring(
      ann,
      opml(`<outline text="N &amp; &lt;M&gt;"><outline text="Named" xmlUrl="${A}"/></outline>
      <outline xmlUrl="${B}"/><outline type="rss" xmlUrl="hub://github/issue/a"/><outline xmlUrl="lectern://samples/x"/>`),
    )
    await fetchAll(ann)
    const [first, ...rest] = await listOf(ann)
    await ann.request('/subscriptions', {
      method: 'PATCH',
      body: { feedId: first?.feedId, view: 3, isPrivate: true },
    })
    await ann.request('/subscriptions', {
      method: 'PATCH',
      body: { feedId: rest[0]?.feedId, view: 1, title: '<b>"Q"</b>' },
    })
    for (const folderMode of ['view', 'category']) {
      const file = await exported(ann, `?folderMode=${folderMode}&RSSHubURL=https%3A%2F%2Fhub.example`)
      expect(file).toContain('xmlUrl="https://hub.example/github/issue/a"')
      await bring(ben, bytes(file))
      const plain = async (who: TestUser) =>
        (await listOf(who))
          .map(({ feedId, view, category, title, isPrivate }) => ({
            feedId,
            view,
            category,
            title,
            isPrivate,
          }))
          .toSorted((a, b) => (a.feedId < b.feedId ? -1 : 1))
      expect(await plain(ben)).toEqual(await plain(ann))
      await ben.request('/subscriptions', {
        method: 'DELETE',
        body: { feedIdList: (await listOf(ben)).map(({ feedId }) => feedId) },
      })
    }
    expect(await exported(ben)).toContain('<opml')
    expect(await exported(ben)).not.toContain('xmlUrl')
  })

  // Each engine limits the number of parameters of a statement.
  test.each(kinds)('thousands of lines are all followed, on %s', async (kind) => {
    const { ann } = await start(kind)
    const count = kind === 'sqlite' ? 36_500 : 1500
    const lines = Array.from(
      { length: count },
      (_, at) => `<outline text="${at}" xmlUrl="https://x.example/${at}"/>`,
    )
    const { successfulItems } = await bring(ann, opml(lines.join('')))
    expect(successfulItems).toHaveLength(count)
    expect(await listOf(ann)).toHaveLength(count)
    expect(await status(ann)).toMatchObject({ total: count, done: 0, running: true })
  })
})
