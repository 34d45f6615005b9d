import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  memoryFeeds,
  seedEntries,
  seedFeed,
  seedSubscription,
  type Document,
} from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { testId } from '../../../tests/support/storage.ts'
import { addFeeds, changeSchedule, selectFeeds } from '../storage/feeds/feed-schedule.ts'
import type { FeedSubscription } from '../../contract/subscriptions.ts'

describe('following', () => {
  let server: TestServer
  let admin: TestUser
  let ann: TestUser
  let ben: TestUser
  const web = new Map<string, Document>()
  const feeds = memoryFeeds(web, () => server.storage)
  beforeAll(async () => {
    server = await startTestServer({
      feeds: {
        ...feeds,
        check: async (userId, ids) =>
          ids.map((id) => ({
            id,
            state: 'checked',
            asked: true,
            checkedAt: 0,
            nextFetchAt: 3_600_000,
            message: userId,
          })),
      },
    })
    admin = await server.signUp('admin')
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
  })
  afterAll(() => server.close())

  const call = (who: TestUser, method: string, path: string, body?: unknown) =>
    who.request(path, { method, body })
  const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T
  /** Refusals are not application/json (wire-contract 1.4), but their text is. */
  const refusal = async (answer: Promise<Response>) => {
    const { status } = await answer
    const { code, reason } = JSON.parse(await (await answer).text()) as { code: number; reason?: string }
    return { status, code, reason }
  }
  const listOf = async (who: TestUser, query = '') =>
    (await json<{ data: FeedSubscription[] }>(who.request(`/subscriptions${query}`))).data
  const one = async (who: TestUser, feedId: string) =>
    (await listOf(who)).find((row) => row.feedId === feedId)
  const publish = (title = 'News', guids: readonly string[] = ['1', '2']) => {
    const url = `https://site.example/${testId()}.xml`
    web.set(url, { title, entries: guids.map((guid) => ({ guid, title: `Entry ${guid}` })) })
    return url
  }
  type Followed = { feed: { id: string; title: string | null }; list: null; unread: Record<string, number> }
  const follow = (who: TestUser, body: object) =>
    json<Followed>(call(who, 'POST', '/subscriptions', { view: 0, ...body }))

  test('a feed followed by address answers with the feed and its unread entries', async () => {
    const url = publish('Space News')
    const answer = await follow(ann, { url, view: 1, category: ' Space ', title: 'Mine' })
    expect(answer).toMatchObject({ code: 0, list: null, feed: { url, title: 'Space News', nsfw: null } })
    expect(answer.unread).toEqual({ [answer.feed.id]: 2 })
    expect(await one(ann, answer.feed.id)).toMatchObject({
      userId: ann.id,
      view: 1,
      category: 'Space',
      title: 'Mine',
      isPrivate: false,
      feeds: { type: 'feed', url, title: 'Space News' },
      boost: { boosters: [] },
    })
  })

  test('following twice changes nothing, fetches nothing and answers the same', async () => {
    const url = publish()
    const first = await follow(ann, { url, title: 'First', category: 'A' })
    const fetched = feeds.fetched.length
    expect(await follow(ann, { url, title: 'Second', view: 4 })).toEqual(first)
    expect(await follow(ann, { feedId: first.feed.id })).toEqual(first)
    expect(feeds.fetched).toHaveLength(fetched)
    expect(await one(ann, first.feed.id)).toMatchObject({ title: 'First', category: 'A', view: 0 })
  })

  test('an address that cannot be followed is refused with a message', async () => {
    const create = (body: object) => refusal(call(ann, 'POST', '/subscriptions', { view: 0, ...body }))
    expect(await create({})).toMatchObject({ code: 2002, status: 422 })
    expect(await create({ url: 'ftp://a.example/x' })).toMatchObject({
      code: 2003,
      reason: expect.stringContaining('ftp:'),
    })
    expect(await create({ url: 'https://nowhere.example/' })).toMatchObject({
      code: 2003,
      reason: expect.stringContaining('404'),
    })
    expect(await create({ feedId: '123' })).toMatchObject({ code: 2001, status: 404 })
    expect(await create({ listId: '123' })).toMatchObject({ code: 8000, status: 404 })
  })

  test('the limit of 500, and of 20 on trial, holds for new feeds only', async () => {
    const [fay, tim] = [await server.signUp(), await server.signUp()]
    await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', tim.id).execute()
    const url = publish()
    for (const [who, limit, code] of [
      [fay, 500, 2011],
      [tim, 20, 1100],
    ] as const) {
      const known = await follow(who, { url })
      for (let at = 1; at < limit; at += 1)
        await seedSubscription(server.storage, who.id, await seedFeed(server.storage))
      expect(await refusal(call(who, 'POST', '/subscriptions', { url: publish(), view: 0 }))).toMatchObject({
        code,
        status: 400,
      })
      expect(await follow(who, { url })).toEqual(known)
    }
  })

  test('an absent field stays, an empty one clears', async () => {
    const { feed } = await follow(ann, { url: publish(), title: 'Mine', category: 'A' })
    const change = (body: object) =>
      json(call(ann, 'PATCH', '/subscriptions', { feedId: feed.id, view: 2, ...body }))
    expect(await change({ isPrivate: true })).toEqual({ code: 0 })
    expect(await one(ann, feed.id)).toMatchObject({ view: 2, title: 'Mine', category: 'A', isPrivate: true })
    await change({ title: '', category: '' })
    expect(await one(ann, feed.id)).toMatchObject({ title: null, category: null, isPrivate: true })
    await call(ann, 'PATCH', '/subscriptions/batch', { feedIds: [feed.id], view: 3, category: 'B' })
    expect(await one(ann, feed.id)).toMatchObject({ view: 3, category: 'B', isPrivate: true })
    expect(await refusal(call(ann, 'PATCH', '/subscriptions', { feedId: '1', view: 0 }))).toMatchObject({
      code: 2001,
    })
  })

  test('feeds are unfollowed by id, by list of ids and by address', async () => {
    const urls = [publish(), publish(), publish()] as const
    const ids = [] as string[]
    for (const url of urls) ids.push((await follow(ann, { url })).feed.id)
    await call(ann, 'DELETE', '/subscriptions', { feedId: ids[0] })
    await call(ann, 'DELETE', '/subscriptions', { feedIdList: [ids[1]] })
    await call(ann, 'DELETE', '/subscriptions', { url: urls[2] })
    const left = (await listOf(ann)).filter(({ feedId }) => ids.includes(feedId))
    expect(left).toEqual([])
  })

  test('folders are listed, renamed and dissolved, with or without what is in them', async () => {
    const cat = await server.signUp()
    const ids = [] as string[]
    for (const category of ['B', 'A', 'A'])
      ids.push((await follow(cat, { url: publish(), category, view: 1 })).feed.id)
    expect(await json(cat.request('/categories'))).toEqual({ data: ['A', 'B'] })
    expect(await json(cat.request('/categories?view=0'))).toEqual({ data: [] })
    await call(cat, 'PATCH', '/categories', { feedIdList: ids.slice(1), category: 'C' })
    expect(await json(cat.request('/categories'))).toEqual({ data: ['B', 'C'] })
    await call(cat, 'DELETE', '/categories', { feedIdList: ids.slice(0, 1), deleteSubscriptions: false })
    await call(cat, 'DELETE', '/categories', { feedIdList: ids.slice(1), deleteSubscriptions: true })
    expect((await listOf(cat)).map(({ feedId, category }) => [feedId, category])).toEqual([[ids[0], null]])
  })

  test('others see what Ann follows openly, without the names she gave, and can change none of it', async () => {
    const dot = await server.signUp()
    const open = await follow(dot, { url: publish(), title: 'My name', category: 'Mine', view: 1 })
    const secret = await follow(dot, { url: publish(), isPrivate: true })
    const seen = await listOf(ben, `?userId=${dot.id}`)
    expect(seen.map(({ feedId, title, category }) => [feedId, title, category])).toEqual([
      [open.feed.id, null, null],
    ])
    // Public pages send requests without an account; private data requires one.
    expect(await json(server.request(`/subscriptions?userId=${dot.id}`))).toMatchObject({
      code: 0,
      data: seen,
    })
    expect(await refusal(server.request('/subscriptions'))).toEqual({ status: 401, code: 1000 })
    const before = await listOf(dot)
    const ids = [open.feed.id, secret.feed.id]
    await call(ben, 'PATCH', '/subscriptions', { feedId: open.feed.id, view: 5, title: 'Taken' })
    await call(ben, 'PATCH', '/subscriptions/batch', { feedIds: ids, view: 5 })
    await call(ben, 'PATCH', '/categories', { feedIdList: ids, category: 'Taken' })
    await call(ben, 'DELETE', '/categories', { feedIdList: ids, deleteSubscriptions: true })
    await call(ben, 'DELETE', '/subscriptions', { feedIdList: ids })
    expect(await listOf(dot)).toEqual(before)
    expect(
      await refusal(call(ben, 'POST', '/subscriptions', { feedId: secret.feed.id, view: 0 })),
    ).toMatchObject({ code: 2001 })
  })

  test('a private feed is not shown to strangers when its follower leaves, and is deleted', async () => {
    const word = `w${testId()}`
    const url = `${publish(`Secret of ${word}`)}?token=${word}`
    web.set(url, { title: `Secret of ${word}`, entries: [{ guid: '1', title: word }] })
    const eve = await server.signUp()
    const { feed } = await follow(eve, { url, isPrivate: true })
    type Entries = { data: { entries: { id: string } }[] }
    const { data } = await json<Entries>(call(eve, 'POST', '/entries', { feedId: feed.id }))
    const entryId = data[0]?.entries.id ?? ''
    const { db } = server.storage
    const row = await selectFeeds(db).where('id', '=', feed.id).executeTakeFirstOrThrow()
    await call(eve, 'DELETE', '/subscriptions', { feedId: feed.id })
    expect(await db.selectFrom('feeds').select('id').where('url', 'like', `%${word}%`).execute()).toEqual([])
    expect(await db.selectFrom('entries').select('id').where('id', '=', entryId).execute()).toEqual([])
    // If it still exists, in a backup or by a star, the responses are the same.
    for (const stays of [false, true]) {
      if (stays) await addFeeds(db, [row])
      if (stays) await db.insertInto('privateFeeds').values({ feedId: row.id }).execute()
      for (const who of [server, ben]) {
        expect((await who.request(`/feeds?id=${feed.id}`)).status).toBe(404)
        expect((await who.request(`/entries/preview?id=${feed.id}`)).status).toBe(404)
      }
      for (const page of [`/share/feeds/${feed.id}`, `/share/entries/${entryId}`])
        expect((await server.app.request(page)).status).toBe(404)
      const search = { keyword: `Secret of ${word}`, target: 'feeds' }
      expect(await json(call(ben, 'POST', '/discover', search))).toEqual({ data: [] })
      expect(await refusal(call(ben, 'POST', '/subscriptions', { feedId: feed.id, view: 0 }))).toMatchObject({
        code: 2001,
      })
    }
    // A user who knows the address may follow it; a public subscription makes it known.
    const again = await follow(ben, { url })
    expect((await server.request(`/feeds?id=${again.feed.id}`)).status).toBe(200)
  })

  test('a feed is looked at by id or address, stored or not', async () => {
    const url = publish('Looked at', ['1', '2', '3'])
    type Look = {
      data: {
        feed: { id?: string; title: string }
        entries: object[]
        subscriptionCount: number
        subscription?: object
      }
    }
    const unknown = await json<Look>(ann.request(`/feeds?url=${encodeURIComponent(url)}&entriesLimit=2`))
    expect(unknown.data).toMatchObject({ feed: { title: 'Looked at' }, subscriptionCount: 0, readCount: 0 })
    expect(unknown.data.feed).not.toHaveProperty('id')
    expect(unknown.data.entries).toHaveLength(2)
    expect(await server.request(`/feeds?url=${encodeURIComponent(url)}`)).toMatchObject({ status: 401 })

    const { feed } = await follow(ann, { url, view: 4 })
    await call(ann, 'POST', '/reads/all', { feedId: feed.id })
    const known = await json<Look>(ann.request(`/feeds?id=${feed.id}`))
    expect(known.data).toMatchObject({
      feed: { id: feed.id },
      subscriptionCount: 1,
      readCount: 3,
      analytics: { feedId: feed.id, view: 4, subscriptionCount: 1 },
      subscription: { feedId: feed.id, userId: ann.id, view: 4 },
    })
    expect(
      (await json<Look>(server.request(`/feeds?url=${encodeURIComponent(url)}`))).data,
    ).not.toHaveProperty('subscription')
    expect(await refusal(ann.request('/feeds'))).toMatchObject({ code: 2002, status: 422 })
    expect(await refusal(ann.request('/feeds?id=1234567890123'))).toMatchObject({ code: 2001, status: 404 })
    const figures = await json(call(ben, 'POST', '/feeds/analytics', { id: [feed.id, 'unknown'] }))
    const nextFetchAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown
    expect(figures).toMatchObject({
      data: { analytics: { [feed.id]: { subscriptionCount: 1, nextFetchAt } } },
    })
  })

  test('who follows a feed has it looked at, and nobody else', async () => {
    const { feed } = await follow(ann, { url: publish() })
    const other = await follow(ben, { url: publish() })
    const ids = [feed.id, other.feed.id, 'unknown']
    expect(await json(call(ann, 'POST', '/feeds/check', { ids }))).toEqual({
      code: 0,
      data: {
        feeds: [
          {
            id: feed.id,
            state: 'checked',
            asked: true,
            checkedAt: '1970-01-01T00:00:00.000Z',
            nextFetchAt: '1970-01-01T01:00:00.000Z',
            message: ann.id,
          },
        ],
      },
    })
    const many = { ids: Array.from({ length: 101 }, (_, at) => String(at)) }
    expect(await refusal(call(ann, 'POST', '/feeds/check', many))).toMatchObject({ status: 400 })
  })

  test('only an admin refreshes, and only an owner or admin starts a feed over, which keeps starred entries', async () => {
    const url = publish('Over again', ['1', '2'])
    const { feed } = await follow(ann, { url })
    expect(await refusal(ann.request(`/feeds/refresh?id=${feed.id}`))).toMatchObject({
      code: 2000,
      status: 403,
    })
    expect(await json(admin.request(`/feeds/refresh?id=${feed.id}`))).toEqual({ code: 0 })
    expect(await refusal(ann.request(`/feeds/reset?id=${feed.id}`))).toMatchObject({
      code: 1004,
      status: 403,
    })
    await server.storage.db
      .updateTable('feeds')
      .set({ ownerUserId: ann.id })
      .where('id', '=', feed.id)
      .execute()
    const entriesOf = () =>
      server.storage.db.selectFrom('entries').select(['id', 'guid']).where('feedId', '=', feed.id).execute()
    const [stale] = await seedEntries(server.storage, feed.id, [{ guid: 'old' }])
    const starred = (await entriesOf()).find(({ guid }) => guid === '1')?.id ?? ''
    await call(ann, 'POST', '/collections', { entryId: starred })
    expect(await json(ann.request(`/feeds/reset?id=${feed.id}`))).toEqual({ code: 0 })
    const after = await entriesOf()
    expect(after.map(({ guid }) => guid).toSorted()).toEqual(['1', '2'])
    expect(after.map(({ id }) => id)).toContain(starred)
    expect(after.map(({ id }) => id)).not.toContain(stale)
    expect(await listOf(ann)).toContainEqual(
      expect.objectContaining({
        feeds: expect.objectContaining({ owner: expect.objectContaining({ id: ann.id }) }),
      }),
    )
    web.delete(url)
    expect(await refusal(admin.request(`/feeds/refresh?id=${feed.id}`))).toMatchObject({
      code: 2003,
      reason: expect.stringContaining('404'),
    })
  })

  test('a feed has the results of its last fetches and the time of the next', async () => {
    const { feed } = await follow(ann, { url: publish() })
    const fetch = {
      feedId: feed.id,
      status: 200,
      outcome: 'stored',
      message: null,
      newEntries: 1,
      bytes: 9,
      milliseconds: 3,
    } as const
    for (let at = 1; at <= 12; at += 1)
      await server.storage.db
        .insertInto('feedFetches')
        .values({ ...fetch, at })
        .execute()
    type Fetches = { data: { fetches: { at: string }[]; nextFetchAt: string | null } }
    const { data } = await json<Fetches>(ann.request(`/feeds/fetches?id=${feed.id}`))
    expect(data.fetches).toHaveLength(10)
    expect(data.fetches[0]?.at).toBe(new Date(12).toISOString())
    expect(data.nextFetchAt).not.toBeNull()
    await changeSchedule(server.storage.db, feed.id, { gone: 1 })
    expect((await json<Fetches>(ann.request(`/feeds/fetches?id=${feed.id}`))).data.nextFetchAt).toBeNull()
  })

  test('feeds are found by address, or by text with the most followed first, but never private ones', async () => {
    const word = `w${testId()}`
    type Result = {
      data: { feed: { id?: string; title: string }; subscriptionCount?: number; entries?: object[] }[]
    }
    const search = async (who: TestUser, keyword: string, target?: string) =>
      (await json<Result>(call(who, 'POST', '/discover', { keyword, target }))).data
    const few = await follow(ann, { url: publish(`Few ${word}`) })
    const many = await follow(ann, { url: publish(`Many ${word.toUpperCase()}`) })
    await follow(ben, { feedId: many.feed.id })
    const secret = await follow(ann, { url: publish(`Secret ${word}`), isPrivate: true })
    const results = await search(ben, word)
    expect(results.map(({ feed, subscriptionCount }) => [feed.id, subscriptionCount])).toEqual([
      [many.feed.id, 2],
      [few.feed.id, 1],
    ])
    expect(results[0]?.entries).toHaveLength(2)
    expect((await search(ann, word)).map(({ feed }) => feed.id)).toContain(secret.feed.id)
    expect(await search(ben, '100%_')).toEqual([])
    expect(await search(ben, word, 'lists')).toEqual([])

    const url = publish('Fresh')
    expect(await search(ben, url)).toEqual([{ feed: { type: 'feed', url, title: 'Fresh' } }])
    await follow(ann, { url })
    expect(await search(ben, url)).toMatchObject([
      { feed: { title: 'Fresh', id: expect.any(String) }, subscriptionCount: 1 },
    ])
    expect(await search(ben, 'nowhere.example')).toEqual([])
    expect(
      await refusal(call(ben, 'POST', '/discover', { keyword: 'https://nowhere.example/' })),
    ).toMatchObject({ code: 2003 })
  })
})
