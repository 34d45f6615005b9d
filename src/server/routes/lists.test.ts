import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { TimelineItem } from '../../contract/entries.ts'
import type { List } from '../../contract/shapes.ts'
import type { ListSubscription } from '../../contract/subscriptions.ts'
import { changeSchedule, claimDue } from '../storage/feeds/feed-schedule.ts'

const STRANGER = '1234567890123456'

describe.each(kinds)('lists on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    server = await startTestServer({ kind })
    ben = await server.signUp('ben')
  })
  beforeEach(async () => {
    ann = await server.signUp()
  })
  afterAll(() => server.close())

  const call = (who: TestUser, method: string, path: string, body?: unknown) =>
    who.request(path, { method, body })
  const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T
  const refusal = async (answer: Promise<Response>) => {
    const { status } = await answer
    return { status, code: (JSON.parse(await (await answer).text()) as { code: number }).code }
  }
  const make = async (who: TestUser, form: object = {}) =>
    (await json<{ data: List }>(call(who, 'POST', '/lists', { title: 'Space', view: 0, fee: 0, ...form })))
      .data
  const add = (who: TestUser, listId: string, ...feedIds: string[]) =>
    call(who, 'POST', '/lists/feeds', { listId, feedIds })
  const followIt = (who: TestUser, listId: string, more: object = {}) =>
    call(who, 'POST', '/subscriptions', { listId, view: 0, ...more })
  const leave = (who: TestUser, listId: string) => call(who, 'DELETE', '/subscriptions', { listId })
  const look = async (listId: string, who?: TestUser) =>
    (
      await json<{ data: { list: List; entries: { feeds: object; content: string }[]; feedCount: number } }>(
        (who ?? server).request(`/lists?listId=${listId}`),
      )
    ).data
  const subscribed = async (who: TestUser, listId: string, query = '') =>
    (await json<{ data: ListSubscription[] }>(who.request(`/subscriptions${query}`))).data.find(
      (row) => row.listId === listId,
    )
  const entriesOf = async (who: TestUser, body: object) =>
    (await json<{ data: TimelineItem[] }>(call(who, 'POST', '/entries', body))).data
  const idsOf = (items: readonly TimelineItem[]) => items.map(({ entries }) => entries.id)
  const countsOf = async (who: TestUser) =>
    (await json<{ data: Record<string, number> }>(who.request('/reads'))).data
  /** A feed without subscriptions, with some entries, newest last. */
  const feedWith = async (count = 2) => {
    const feedId = await seedFeed(server.storage)
    const entries = Array.from({ length: count }, (_, at) => ({
      publishedAt: NOON + at,
      content: `<p>${at}</p>`,
    }))
    return { feedId, ids: await seedEntries(server.storage, feedId, entries) }
  }
  /** Ann's list of one feed. */
  const annsList = async (form: object = {}) => {
    const list = await make(ann, form)
    const { feedId, ids } = await feedWith()
    await add(ann, list.id, feedId)
    return { list, listId: list.id, feedId, ids }
  }

  test('the creator of a list owns it, follows it at once, and finds it among their own', async () => {
    const list = await make(ann, {
      title: ' Space ',
      view: 2,
      description: 'All above',
      image: 'https://a.example/i',
    })
    expect(list).toMatchObject({
      type: 'list',
      title: 'Space',
      view: 2,
      fee: 0,
      feedIds: [],
      ownerUserId: ann.id,
    })
    expect(list.owner).toMatchObject({ id: ann.id, deleted: false })
    expect(await subscribed(ann, list.id)).toMatchObject({
      view: 2,
      userId: ann.id,
      lists: { owner: { id: ann.id } },
    })
    const own = await json<{ data: (List & { subscriptionCount: number })[] }>(ann.request('/lists/list'))
    expect(own.data.find(({ id }) => id === list.id)).toMatchObject({
      subscriptionCount: 1,
      purchaseAmount: 0,
    })
    const seen = await json<{ data: List[] }>(ben.request(`/lists/list?userId=${ann.id}`))
    expect(seen.data.find(({ id }) => id === list.id)).not.toHaveProperty('purchaseAmount')
    expect(await json(server.request(`/lists/list?userId=${ann.id}`))).toMatchObject({ code: 0 })
    expect(await refusal(server.request('/lists/list'))).toEqual({ status: 401, code: 1000 })
  })

  test('a list without a name, of no view or with a fee below nothing is refused', async () => {
    for (const wrong of [{ title: ' ' }, { view: 9 }, { fee: -1 }, { fee: 0.5 }])
      expect(await refusal(call(ann, 'POST', '/lists', { title: 'A', view: 0, fee: 0, ...wrong }))).toEqual({
        status: 400,
        code: 1002,
      })
    expect(
      await refusal(server.request('/lists', { method: 'POST', body: { title: 'A', view: 0 } })),
    ).toEqual({
      status: 401,
      code: 1000,
    })
  })

  test("ten lists are a user's limit, and trial users have none", async () => {
    const cy = await server.signUp()
    for (let at = 0; at < 10; at += 1) await make(cy)
    const eleventh = () => refusal(call(cy, 'POST', '/lists', { title: 'A', view: 0, fee: 0 }))
    expect(await eleventh()).toEqual({ status: 400, code: 8002 })
    await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', cy.id).execute()
    expect(await eleventh()).toEqual({ status: 403, code: 1103 })
  })

  test('feeds go in once and out again, in the order of adding', async () => {
    const list = await make(ann)
    const [one, two] = [await feedWith(), await feedWith()]
    const added = await json<{ data: { id: string }[] }>(add(ann, list.id, two.feedId, one.feedId))
    expect(added.data.map(({ id }) => id)).toEqual([two.feedId, one.feedId])
    expect(await refusal(add(ann, list.id, one.feedId))).toEqual({ status: 400, code: 8003 })
    expect((await look(list.id)).list.feedIds).toEqual([two.feedId, one.feedId])
    expect(await refusal(add(ann, list.id, STRANGER))).toEqual({ status: 404, code: 2001 })
    expect(await refusal(add(ann, list.id))).toEqual({ status: 400, code: 1002 })
    await call(ann, 'DELETE', '/lists/feeds', { listId: list.id, feedId: two.feedId })
    expect((await look(list.id)).list.feedIds).toEqual([one.feedId])
  })

  test('a feed that its one reader follows in private cannot be put into a list by another', async () => {
    const secret = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, secret, { isPrivate: 1 })
    expect(await refusal(add(ben, (await make(ben)).id, secret))).toEqual({ status: 404, code: 2001 })
  })

  test('a private feed is added to a list only with the confirmation that others may see it', async () => {
    const [secret, open] = [
      await seedFeed(server.storage, { title: 'Secret' }),
      await seedFeed(server.storage),
    ]
    await seedSubscription(server.storage, ann.id, secret, { isPrivate: 1 })
    await seedSubscription(server.storage, ann.id, open)
    const { id: listId } = await make(ann)
    const answer = await add(ann, listId, open, secret)
    expect(answer.status).toBe(400)
    expect(JSON.parse(await answer.text())).toMatchObject({
      code: 98005,
      reason: 'Send confirmPrivate to show them anyway: Secret',
    })
    expect((await look(listId, ann)).feedCount).toBe(0)
    const confirmed = { listId, feedIds: [open, secret], confirmPrivate: true }
    expect((await call(ann, 'POST', '/lists/feeds', confirmed)).status).toBe(200)
    // Feeds in the list need no further confirmation.
    const { feedId: another } = await feedWith()
    expect((await add(ann, listId, secret, another)).status).toBe(200)
    // The list's followers see it now, other users do not.
    await followIt(ben, listId)
    const listed = async (who?: TestUser) =>
      ((await look(listId, who)).list.feeds ?? []).map(({ id }) => id).toSorted()
    expect(await listed(ben)).toEqual([open, secret, another].toSorted())
    expect(await listed()).toEqual([open, another].toSorted())
  })

  test('a list with a private feed becomes free only with the confirmation that others may see it', async () => {
    const paying = await startTestServer({
      kind,
      routes: async ({ payments }) => {
        payments.provide({ pay: async () => ({ hash: null }), payOwner: async () => {} })
        return {}
      },
    })
    onTestFinished(paying.close)
    ann = await paying.signUp()
    const secret = await seedFeed(paying.storage, { title: 'Secret' })
    await seedSubscription(paying.storage, ann.id, secret, { isPrivate: 1 })
    const { id: listId } = await make(ann, { fee: 5 })
    expect(await refusal(add(ann, listId, secret))).toEqual({ status: 400, code: 98005 })
    await call(ann, 'POST', '/lists/feeds', { listId, feedId: secret, confirmPrivate: true })
    const change = (form: object) => call(ann, 'PATCH', '/lists', { listId, ...form })
    expect((await change({ fee: 3, title: 'Other' })).status).toBe(200)
    expect(await refusal(change({ fee: 0 }))).toEqual({ status: 400, code: 98005 })
    expect((await look(listId, ann)).list).toMatchObject({ fee: 3, title: 'Other' })
    expect((await change({ fee: 0, confirmPrivate: true })).status).toBe(200)
    expect((await look(listId, ann)).list.fee).toBe(0)
    expect((await change({ fee: 0, title: 'Free' })).status).toBe(200)
  })

  test('a feed of a list that becomes private stays there for the followers of the list', async () => {
    const { listId, feedId } = await annsList()
    await seedSubscription(server.storage, ann.id, feedId)
    await followIt(ben, listId)
    await call(ann, 'PATCH', '/subscriptions', { feedId, view: 0, isPrivate: true })
    expect((await look(listId, ben)).list.feedIds).toEqual([feedId])
    expect((await server.request(`/feeds?id=${feedId}`)).status).toBe(404)
    await call(ann, 'DELETE', '/subscriptions', { feedId })
    expect((await look(listId, ben)).list.feedIds).toEqual([feedId])
  })

  test('only the owner changes a list, and a list that is not there cannot be changed', async () => {
    const { listId, feedId } = await annsList()
    const changes = (id: string): [string, string, object][] => [
      ['PATCH', '/lists', { listId: id, title: 'Mine' }],
      ['DELETE', '/lists', { listId: id }],
      ['POST', '/lists/feeds', { listId: id, feedId }],
      ['DELETE', '/lists/feeds', { listId: id, feedId }],
    ]
    for (const [method, path, body] of changes(listId))
      expect(await refusal(call(ben, method, path, body))).toEqual({ status: 403, code: 8001 })
    for (const [method, path, body] of changes(STRANGER))
      expect(await refusal(call(ann, method, path, body))).toEqual({ status: 404, code: 8000 })
    expect(await refusal(ann.request(`/lists?listId=${STRANGER}`))).toEqual({ status: 404, code: 8000 })
    expect((await look(listId)).list).toMatchObject({ title: 'Space', feedIds: [feedId] })
  })

  test("a change leaves what it does not name, and its view is that of the owner's subscription", async () => {
    const { listId } = await annsList({ description: 'Old' })
    await followIt(ben, listId, { view: 1 })
    expect(await json(call(ann, 'PATCH', '/lists', { listId, title: 'New', view: 3 }))).toEqual({ code: 0 })
    expect((await look(listId)).list).toMatchObject({ title: 'New', view: 3, description: 'Old', fee: 0 })
    expect((await subscribed(ann, listId))?.view).toBe(3)
    expect((await subscribed(ben, listId))?.view).toBe(1)
  })

  test('a list is deleted only when no other user follows it', async () => {
    const { listId } = await annsList()
    await followIt(ben, listId)
    expect(await refusal(call(ann, 'DELETE', '/lists', { listId }))).toEqual({ status: 400, code: 8004 })
    await leave(ben, listId)
    await leave(ann, listId)
    expect(await json(call(ann, 'DELETE', '/lists', { listId }))).toEqual({ code: 0 })
    expect(await refusal(server.request(`/lists?listId=${listId}`))).toEqual({ status: 404, code: 8000 })
  })

  test('following a list answers with it and the unread entries of its feeds, once and again', async () => {
    const { listId, feedId } = await annsList()
    const first = await json<object>(followIt(ben, listId, { view: 2, title: 'Ours', isPrivate: true }))
    expect(first).toMatchObject({
      code: 0,
      feed: null,
      list: { id: listId, feedIds: [feedId] },
      unread: { [feedId]: 2 },
    })
    expect(await json(followIt(ben, listId, { title: 'Other' }))).toEqual(first)
    expect(await subscribed(ben, listId)).toMatchObject({ view: 2, title: 'Ours', isPrivate: true })
    expect(await subscribed(ben, listId, '?view=2')).toBeDefined()
    expect(await subscribed(ben, listId, '?view=0')).toBeUndefined()
    expect(await json(call(ben, 'PATCH', '/subscriptions', { listId, view: 4, title: '' }))).toEqual({
      code: 0,
    })
    expect(await subscribed(ben, listId)).toMatchObject({ view: 4, title: null, isPrivate: true })
    expect(await refusal(followIt(ben, STRANGER))).toEqual({ status: 404, code: 8000 })
    expect(await refusal(call(ben, 'PATCH', '/subscriptions', { listId: STRANGER, view: 0 }))).toEqual({
      status: 404,
      code: 8000,
    })
  })

  test('others see which lists a user follows, but not private subscriptions, nor custom names', async () => {
    const [open, hidden] = [await annsList(), await annsList()]
    await followIt(ben, open.listId, { title: 'My name for it' })
    await followIt(ben, hidden.listId, { isPrivate: true })
    expect(await subscribed(ann, open.listId, `?userId=${ben.id}`)).toMatchObject({ title: null })
    expect(await subscribed(ann, hidden.listId, `?userId=${ben.id}`)).toBeUndefined()
  })

  test('the tenth list is the last on trial', async () => {
    const tim = await server.signUp()
    await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', tim.id).execute()
    const owner = await server.signUp()
    const lists = await Promise.all(Array.from({ length: 10 }, () => make(owner)))
    for (const { id } of lists) expect((await followIt(tim, id)).status).toBe(200)
    const { listId } = await annsList()
    expect(await refusal(followIt(tim, listId))).toEqual({ status: 400, code: 1101 })
  })

  test('entries of a followed list are in its view, name their source, and are counted', async () => {
    const { listId, feedId, ids } = await annsList()
    const dan = await server.signUp()
    await followIt(dan, listId, { view: 1 })
    const [newest] = await entriesOf(dan, { view: 1 })
    expect(newest).toMatchObject({ entries: { id: ids[1] }, feeds: { id: feedId }, from: [listId], view: 1 })
    expect(await entriesOf(dan, { view: 0 })).toEqual([])
    expect(idsOf(await entriesOf(dan, { listId, view: 1 }))).toEqual(ids.toReversed())
    expect(await countsOf(dan)).toEqual({ [feedId]: 2 })
    await seedSubscription(server.storage, dan.id, feedId, { view: 3 })
    expect((await entriesOf(dan, { listId }))[0]?.from).toEqual(['feed', listId])
    expect(idsOf(await entriesOf(dan, { view: 1 }))).toEqual(ids.toReversed())
    expect(idsOf(await entriesOf(dan, { view: 3 }))).toEqual(ids.toReversed())
    expect(await json(dan.request('/reads/total-count'))).toEqual({ code: 0, data: { count: 2 } })
  })

  test('a list followed in private is left out where private subscriptions are', async () => {
    const { listId, feedId } = await annsList()
    const dan = await server.signUp()
    await followIt(dan, listId, { isPrivate: true })
    expect(await entriesOf(dan, { view: 0, excludePrivate: true })).toEqual([])
    const marked = await json(call(dan, 'POST', '/reads/all', { view: 0, excludePrivate: true }))
    expect(marked).toEqual({ code: 0, data: { read: {} } })
    expect(await countsOf(dan)).toEqual({ [feedId]: 2 })
  })

  test('a list or its view is marked read completely, for one user only', async () => {
    const { listId, feedId } = await annsList()
    const [dan, eva] = [await server.signUp(), await server.signUp()]
    for (const who of [dan, eva]) await followIt(who, listId)
    const byList = await json(call(dan, 'POST', '/reads/all', { listId, view: 0, endTime: NOON }))
    expect(byList).toEqual({ code: 0, data: { read: { [feedId]: 1 } } })
    expect(await countsOf(dan)).toEqual({ [feedId]: 1 })
    await call(dan, 'POST', '/reads/all', { view: 0 })
    expect(await countsOf(dan)).toEqual({})
    expect(await countsOf(eva)).toEqual({ [feedId]: 2 })
  })

  test('with a hundred feeds in a list the pages are complete, and have no duplicates', async () => {
    const list = await make(ann, { title: 'Many' })
    const all: string[] = []
    const feedIds: string[] = []
    for (let at = 0; at < 60; at += 1) {
      const feedId = await seedFeed(server.storage)
      feedIds.push(feedId)
      all.push(...(await seedEntries(server.storage, feedId, [{ publishedAt: NOON + at }])))
    }
    await add(ann, list.id, ...feedIds)
    const dan = await server.signUp()
    await followIt(dan, list.id)
    for (const feedId of feedIds.slice(0, 30)) await seedSubscription(server.storage, dan.id, feedId)
    for (const location of [{ view: 0 }, { listId: list.id }]) {
      const first = await entriesOf(dan, { ...location, limit: 40 })
      const publishedAfter = first.at(-1)?.entries.publishedAt
      const second = await entriesOf(dan, { ...location, limit: 40, publishedAfter })
      expect([...idsOf(first), ...idsOf(second)]).toEqual(all.toReversed())
    }
  })

  test('a feed that is only in a list is fetched, read, starred and seen like any other', async () => {
    const { listId, feedId, ids } = await annsList()
    await changeSchedule(server.storage.db, feedId, { nextFetchAt: 1 })
    expect((await claimDue(server.storage, NOON, 100)).map(({ id }) => id)).toContain(feedId)
    const dan = await server.signUp()
    await followIt(dan, listId, { view: 2 })
    // Its only subscription is private now: the list's followers still see it, other users do not.
    await seedSubscription(server.storage, ben.id, feedId, { isPrivate: 1 })
    expect((await dan.request(`/entries?id=${ids[0]}`)).status).toBe(200)
    expect((await (await server.signUp()).request(`/entries?id=${ids[0]}`)).status).toBe(404)
    await call(dan, 'POST', '/collections', { entryId: ids[0] })
    expect(idsOf(await entriesOf(dan, { isCollection: true, view: 2 }))).toEqual([ids[0]])
  })

  test('anybody may look at a free list, also without an account', async () => {
    const { listId, feedId } = await annsList()
    const seen = await look(listId)
    expect(seen).toMatchObject({
      list: { feeds: [{ id: feedId }] },
      feedCount: 1,
      subscriptionCount: 1,
      readCount: 0,
    })
    expect(seen.entries).toHaveLength(2)
    expect(seen.entries[0]).toMatchObject({ feedId, content: '<p>1</p>', feeds: { id: feedId } })
    expect(seen).not.toHaveProperty('subscription')
    expect(await look(listId, ann)).toMatchObject({ subscription: { listId, userId: ann.id } })
    expect(await json(server.request(`/lists?listId=${listId}&noExtras=true`))).toMatchObject({
      data: { entries: [] },
    })
    expect(idsOf(await entriesOf(ben, { listId }))).toHaveLength(2)
  })

  /** A list from a time when this server had payments. */
  const listWithFee = async (fee: number) => {
    const made = await annsList()
    await server.storage.db.updateTable('lists').set({ fee }).where('id', '=', made.listId).execute()
    return made
  }

  test('the feeds of a list are shown only to users who paid for it', async () => {
    const { listId, feedId } = await listWithFee(4)
    expect(await look(listId, ben)).toMatchObject({
      list: { feedIds: [], feeds: [], fee: 4 },
      entries: [],
      feedCount: 1,
    })
    expect(await entriesOf(ben, { listId })).toEqual([])
    expect((await look(listId, ann)).list.feedIds).toEqual([feedId])
    const shown = await json<{ data: List[] }>(ben.request(`/lists/list?userId=${ann.id}`))
    expect(shown.data.find(({ id }) => id === listId)?.feedIds).toEqual([])
  })

  test('where nothing costs anything no list is given a fee, and one that has it can still be edited', async () => {
    const refused = { status: 400, code: 98006 }
    expect(await refusal(call(ann, 'POST', '/lists', { title: 'Space', view: 0, fee: 1 }))).toEqual(refused)
    const { listId } = await listWithFee(4)
    const change = (form: object) => call(ann, 'PATCH', '/lists', { listId, ...form })
    expect(await refusal(change({ fee: 5 }))).toEqual(refused)
    expect((await change({ fee: 4, title: 'Other' })).status).toBe(200)
    expect((await look(listId, ann)).list).toMatchObject({ fee: 4, title: 'Other' })
    expect((await change({ fee: 0 })).status).toBe(200)
    expect(await json(server.request('/status/configs'))).toMatchObject({ data: { PAYMENTS: false } })
  })

  test('where nothing costs anything a list with a fee is followed for nothing', async () => {
    const { listId, feedId } = await listWithFee(4)
    const dan = await server.signUp()
    expect((await followIt(dan, listId)).status).toBe(200)
    expect(await subscribed(dan, listId)).toMatchObject({ listId })
    expect((await look(listId, dan)).list.feedIds).toEqual([feedId])
  })
})
