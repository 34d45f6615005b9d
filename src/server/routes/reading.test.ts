import { setImmediate as breathe } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { TimelineItem } from '../../contract/entries.ts'
import { iso } from './wire-feed.ts'
import { storedHtml } from '../../../tests/support/stored-html.ts'

describe.each(kinds)('reading on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    server = await startTestServer({
      kind,
      feeds: { readability: async () => storedHtml('<p>The whole article.</p>') },
    })
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
  })
  afterAll(() => server.close())

  const post = (who: TestUser, path: string, body: unknown, headers = {}) =>
    who.request(path, { method: 'POST', body, headers })
  const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T
  const list = async (who: TestUser, body: unknown) =>
    (await json<{ data: TimelineItem[] }>(post(who, '/entries', body))).data
  const idsOf = (items: readonly TimelineItem[]) => items.map(({ entries }) => entries.id)
  const countsOf = async (who: TestUser) =>
    (await json<{ data: Record<string, number> }>(who.request('/reads'))).data

  /** A feed that Ann follows, with three entries, newest last. */
  async function annsFeed(subscription: Parameters<typeof seedSubscription>[3] = {}) {
    const feedId = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, feedId, subscription)
    const entries = [1, 2, 3].map((at) => ({
      publishedAt: NOON + at,
      insertedAt: NOON + at,
      content: `<p>${at}</p>`,
    }))
    const ids = await seedEntries(server.storage, feedId, entries)
    return { feedId, ids, newest: ids[2] ?? '', oldest: ids[0] ?? '' }
  }

  test('a row of the timeline has every field of the contract', async () => {
    const { feedId, newest } = await annsFeed({ view: 1 })
    await post(ann, '/collections', { entryId: newest })
    await post(ann, '/reads', { entryIds: [newest] })
    const [item] = await list(ann, { view: 1, limit: 1 })
    expect(item).toMatchObject({
      read: true,
      view: 1,
      from: ['feed'],
      collections: { createdAt: expect.any(String) },
    })
    expect(item?.feeds).toMatchObject({ type: 'feed', id: feedId })
    expect(item?.entries).toMatchObject({ id: newest, publishedAt: iso(NOON + 3), insertedAt: iso(NOON + 3) })
    expect(item?.entries).not.toHaveProperty('content')
    const [withContent] = await list(ann, { feedId, limit: 1, withContent: true })
    expect(withContent?.entries.content).toBe('<p>3</p>')
  })

  test('the cursor is the time of the last entry and means older than it', async () => {
    const { feedId, ids } = await annsFeed()
    const first = await list(ann, { feedId, limit: 1 })
    const cursor = first.at(-1)?.entries.publishedAt
    expect(idsOf(await list(ann, { feedId, publishedAfter: cursor }))).toEqual([ids[1], ids[0]])
    expect(await list(ann, { feedId, publishedAfter: iso(NOON + 1) })).toEqual([])
  })

  test('a list or inbox that does not exist is an empty timeline, and nothing to mark', async () => {
    const { feedId } = await annsFeed()
    expect(await list(ann, { listId: '1234567890123', view: 0 })).toEqual([])
    const marked = await json(post(ann, '/reads/all', { inboxId: 'ann', view: 0 }))
    expect(marked).toEqual({ code: 0, data: { read: {} } })
    expect((await countsOf(ann))[feedId]).toBe(3)
  })

  test('a star stays when its feed is no longer followed', async () => {
    const { feedId, newest } = await annsFeed({ view: 2 })
    await post(ann, '/collections', { entryId: newest, view: 2 })
    await ann.request('/subscriptions', { method: 'DELETE', body: { feedIdList: [feedId] } })
    const stars = await list(ann, { isCollection: true, view: 2 })
    expect(stars.map(({ entries, view, from }) => [entries.id, view, from])).toEqual([[newest, 2, undefined]])
    expect(await json(ann.request(`/collections?entryId=${newest}`))).toEqual({ code: 0, data: true })
    await ann.request('/collections', { method: 'DELETE', body: { entryId: newest } })
    expect(await list(ann, { isCollection: true, view: 2 })).toEqual([])
  })

  test('the starred list contains read and unread entries, whatever `read` is', async () => {
    const { newest } = await annsFeed({ view: 2 })
    await post(ann, '/collections', { entryId: newest, view: 2 })
    await post(ann, '/reads', { entryIds: [newest] })
    for (const read of [true, false, undefined])
      expect(idsOf(await list(ann, { isCollection: true, view: 2, read }))).toEqual([newest])
  })

  test('one entry, its content in a stream, its reader view and its readers', async () => {
    const { feedId, ids, newest } = await annsFeed()
    await post(ann, '/reads', { entryIds: [newest] })
    const one = await json(ann.request(`/entries?id=${newest}`))
    expect(one).toMatchObject({
      data: { entries: { id: newest, content: '<p>3</p>' }, feeds: { id: feedId } },
    })
    const stream = await (await post(ann, '/entries/stream', { ids: [...ids, 'unknown'] })).text()
    const lines = stream
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual(ids.map((id, at) => ({ id, content: `<p>${at + 1}</p>` })))
    const page = await json(ann.request(`/entries/readability?id=${newest}`))
    expect(page).toEqual({ code: 0, data: { content: '<p>The whole article.</p>' } })
    const readers = await json(ben.request(`/entries/read-histories/${newest}?size=20`))
    expect(readers).toMatchObject({
      data: { total: 1, entryReadHistories: { userIds: [ann.id], readCount: 1 } },
    })
    expect(await json(ben.request(`/entries/read-histories/${ids[0] ?? ''}`))).toMatchObject({
      data: { entryReadHistories: null },
    })
    expect(await ann.request('/entries?id=1')).toMatchObject({ status: 404 })
  })

  test('new entries are reported by arrival, only unread ones on request', async () => {
    const { feedId, newest } = await annsFeed()
    const check = (query: string) => json(ann.request(`/entries/check-new?feedId=${feedId}&${query}`))
    const news = { has_new: true, lastest_at: iso(NOON + 3), entry_id: newest }
    expect(await check(`insertedAfter=${NOON}`)).toEqual({ code: 0, data: { ...news, count: 3 } })
    expect(await check(`insertedAfter=${NOON + 2}`)).toEqual({ code: 0, data: { ...news, count: 1 } })
    expect(await check(`insertedAfter=${NOON + 3}`)).toEqual({ code: 0, data: { has_new: false } })
    await post(ann, '/reads', { entryIds: [newest] })
    expect(await check(`insertedAfter=${NOON + 2}&read=false`)).toEqual({ code: 0, data: { has_new: false } })
  })

  test('counts, marks, whole places and back again', async () => {
    const { feedId, ids, newest } = await annsFeed()
    await post(ann, '/reads', { entryIds: [newest, 'unknown'] })
    expect((await countsOf(ann))[feedId]).toBe(2)
    await ann.request('/reads', { method: 'DELETE', body: { entryId: newest } })
    expect((await countsOf(ann))[feedId]).toBe(3)
    await post(ann, '/reads', { entryIds: [newest] })
    const key = { 'idempotency-key': `mark-${feedId}` }
    const marked = await json(post(ann, '/reads/all', { feedIdList: [feedId], excludePrivate: false }, key))
    expect(marked).toEqual({ code: 0, data: { read: { [feedId]: 2 } } })
    expect(await list(ann, { feedId, read: false })).toEqual([])
    const back = await json(
      ann.request('/reads/all', { method: 'DELETE', body: { batch: `mark-${feedId}` } }),
    )
    expect(back).toEqual({ code: 0, data: { unread: { [feedId]: 2 } } })
    expect(idsOf(await list(ann, { feedId, read: false }))).toEqual([ids[1], ids[0]])
    const { data } = await json<{ data: { count: number } }>(ann.request('/reads/total-count'))
    expect(data.count).toBe(Object.values(await countsOf(ann)).reduce((sum, count) => sum + count, 0))
  })

  test('a feed marked read while it is unfollowed is read, whichever comes first', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const { feedId } = await annsFeed()
      const marked = post(ann, '/reads/all', { feedId })
      for (let turn = 0; turn < turns; turn += 1) await breathe()
      await Promise.all([marked, ann.request('/subscriptions', { method: 'DELETE', body: { feedId } })])
      expect(await list(ann, { feedId, read: false })).toEqual([])
    }
  })

  test('a preview shows a feed without private followers', async () => {
    const { feedId, ids } = await annsFeed()
    expect(idsOf(await list(ben, { feedId }))).toEqual(ids.toReversed())
    const preview = await json<{ data: { id: string; content: string }[] }>(
      server.request(`/entries/preview?id=${feedId}`),
    )
    expect(preview.data.map(({ id, content }) => [id, content])).toEqual(
      ids.map((id, at) => [id, `<p>${at + 1}</p>`]).toReversed(),
    )
  })

  test('Ann’s private data is invisible to Ben, and he cannot change it', async () => {
    const { feedId, ids, newest } = await annsFeed({ isPrivate: 1, view: 3 })
    await post(ann, '/collections', { entryId: newest })
    const key = { 'idempotency-key': `secret-${feedId}` }
    await post(ann, '/reads/all', { feedId }, key)

    expect(await list(ben, { feedId })).toEqual([])
    expect(await list(ben, { feedIdList: [feedId, feedId] })).toEqual([])
    expect(await list(ben, { view: 3 })).toEqual([])
    expect(await list(ben, { isCollection: true })).toEqual([])
    for (const path of [
      `/entries?id=${newest}`,
      `/entries/preview?id=${feedId}`,
      `/entries/readability?id=${newest}`,
      `/entries/read-histories/${newest}`,
      `/feeds?id=${feedId}`,
      `/feeds/fetches?id=${feedId}`,
    ])
      expect([path, (await ben.request(path)).status]).toEqual([path, 404])
    expect((await server.request(`/entries/preview?id=${feedId}`)).status).toBe(404)
    expect(await (await post(ben, '/entries/stream', { ids })).text()).toBe('')
    expect(await json(ben.request(`/entries/check-new?insertedAfter=0&feedId=${feedId}`))).toMatchObject({
      data: { has_new: false },
    })
    expect(await json(ben.request(`/collections?entryId=${newest}`))).toEqual({ code: 0, data: false })
    expect((await countsOf(ben))[feedId]).toBeUndefined()

    await ben.request('/reads', { method: 'DELETE', body: { entryIds: ids } })
    await ben.request('/reads/all', { method: 'DELETE', body: { batch: `secret-${feedId}` } })
    await ben.request('/collections', { method: 'DELETE', body: { entryId: newest } })
    expect((await post(ben, '/collections', { entryId: newest })).status).toBe(404)
    await post(ben, '/reads', { entryIds: ids })
    expect(
      await server.storage.db
        .selectFrom('reads')
        .select('userId')
        .where('entryId', 'in', ids)
        .distinct()
        .execute(),
    ).toHaveLength(1)
    expect(await list(ann, { feedId, read: false })).toEqual([])
    expect(idsOf(await list(ann, { isCollection: true, view: 3 }))).toEqual([newest])
  })

  test('without a session everything but the preview requires sign-in', async () => {
    for (const path of [
      '/reads',
      '/reads/total-count',
      '/entries?id=1',
      '/collections?entryId=1',
      '/subscriptions',
      '/categories',
    ])
      expect([path, (await server.request(path)).status]).toEqual([path, 401])
    expect((await server.request('/entries', { method: 'POST', body: {} })).status).toBe(401)
  })
})
