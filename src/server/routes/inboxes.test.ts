import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON } from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import type { TimelineItem } from '../../contract/entries.ts'
import type { InboxItem } from '../../contract/inboxes.ts'
import type { Inbox } from '../../contract/shapes.ts'
import type { InboxSubscription } from '../../contract/subscriptions.ts'
import { claimDue } from '../storage/feeds/feed-schedule.ts'

const at = (ms: number) => new Date(NOON + ms).toISOString()

describe.each(kinds)('inboxes on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    const env = { INBOX_DOMAIN: 'in.example', MAIL_GATEWAY_SECRET: 'the-gateway' }
    server = await startTestServer({ kind, env })
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
  const make = async (who: TestUser, title?: string) => {
    const handle = `box-${testId()}`
    await call(who, 'POST', '/inboxes', { handle, title })
    return (await json<{ data: Inbox }>(who.request(`/inboxes?handle=${handle}`))).data
  }
  const webhook = (headers: Record<string, string>, entry: object = {}) =>
    server.request('/inboxes/webhook', {
      method: 'POST',
      headers,
      body: { guid: testId(), publishedAt: at(0), ...entry },
    })
  const keyOf = ({ id, secret }: Inbox) => ({ 'X-Follow-Handle': id, 'X-Follow-Secret': secret })
  const put = (inbox: Inbox, entry?: object) => webhook(keyOf(inbox), entry)
  const page = (who: TestUser, body: object) =>
    json<{ remaining: number; total: number; data: InboxItem[] }>(call(who, 'POST', '/entries/inbox', body))
  const itemsOf = async ({ id }: Inbox) => (await page(ann, { inboxId: id })).data
  const countsOf = async (who: TestUser) =>
    (await json<{ data: Record<string, number> }>(who.request('/reads'))).data
  /** An inbox of Ann's with three entries, newest last. */
  const annsInbox = async () => {
    const inbox = await make(ann)
    for (const ms of [1, 2, 3])
      await put(inbox, { title: `${ms}`, content: `<p>${ms}</p>`, publishedAt: at(ms) })
    const ids = (await itemsOf(inbox)).map(({ entries }) => entries.id).toReversed()
    return { inbox, ids: ids as [string, string, string] }
  }

  test('everyone is told the domain of inbox addresses', async () => {
    const { data } = await json<{ data: { INBOX_DOMAIN: string } }>(server.request('/status/configs'))
    expect(data.INBOX_DOMAIN).toBe('in.example')
  })

  test("an inbox is listed in its owner's subscriptions in the first view, with its secret, and nowhere else", async () => {
    const inbox = await make(ann, ' Letters ')
    expect(inbox).toMatchObject({
      type: 'inbox',
      title: 'Letters',
      ownerUserId: ann.id,
      secret: expect.stringMatching(/.{32}/),
    })
    const of = async (who: TestUser, query = '') =>
      (await json<{ data: InboxSubscription[] }>(who.request(`/subscriptions${query}`))).data.filter(
        (row) => row.inboxId === inbox.id,
      )
    const row = {
      inboxId: inbox.id,
      userId: ann.id,
      view: 0,
      title: 'Letters',
      isPrivate: false,
      inboxes: inbox,
    }
    expect(await of(ann)).toMatchObject([row])
    expect(await of(ann, '?view=0')).toHaveLength(1)
    expect(await of(ann, '?view=1')).toEqual([])
    expect(await of(ben, `?userId=${ann.id}`)).toEqual([])
    expect(await json(ann.request('/inboxes/list'))).toMatchObject({ data: expect.arrayContaining([inbox]) })
    expect(await json(ben.request('/inboxes/list'))).toEqual({ code: 0, data: [] })
  })

  test('a handle belongs to one user only, in any case', async () => {
    const { id } = await make(ann)
    for (const handle of [id, id.toUpperCase(), 'postmaster'])
      expect(await refusal(call(ben, 'POST', '/inboxes', { handle }))).toEqual({ status: 400, code: 10001 })
    for (const handle of ['', 'a', 'a b', '-a', 'a..b', 'a@b.example', 'ä-box', 'x'.repeat(64)])
      expect(await refusal(call(ben, 'POST', '/inboxes', { handle }))).toEqual({ status: 400, code: 1002 })
  })

  test('of many simultaneous requests for one handle, one gets it', async () => {
    const handle = `race-${testId()}`
    const answers = await Promise.all(
      [ann, ben, ann, ben].map((who) => call(who, 'POST', '/inboxes', { handle })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })

  test("ten inboxes are a user's limit, and one on trial", async () => {
    const cy = await server.signUp()
    await make(cy)
    await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', cy.id).execute()
    const another = () => refusal(call(cy, 'POST', '/inboxes', { handle: `box-${testId()}` }))
    expect(await another()).toEqual({ status: 400, code: 1102 })
    await server.storage.db.updateTable('user').set({ role: 'user' }).where('id', '=', cy.id).execute()
    for (let made = 1; made < 10; made += 1) await make(cy)
    expect(await another()).toEqual({ status: 400, code: 10002 })
  })

  test('only its owner renames, reads and deletes an inbox', async () => {
    const { inbox, ids } = await annsInbox()
    const actions = (who: TestUser, handle: string): Promise<Response>[] => [
      who.request(`/inboxes?handle=${handle}`),
      call(who, 'PUT', '/inboxes', { handle, title: 'Mine' }),
      call(who, 'DELETE', '/inboxes', { handle }),
      call(who, 'POST', '/entries/inbox', { inboxId: handle }),
    ]
    for (const action of actions(ben, inbox.id))
      expect(await refusal(action)).toEqual({ status: 403, code: 10003 })
    for (const action of actions(ben, 'nobody-at-all'))
      expect(await refusal(action)).toEqual({ status: 404, code: 10000 })
    for (const path of ['/inboxes/list', '/inboxes?handle=x', '/entries/inbox?id=1'])
      expect(await refusal(server.request(path))).toEqual({ status: 401, code: 1000 })
    expect(await json(call(ann, 'PUT', '/inboxes', { handle: inbox.id, title: 'New' }))).toEqual({ code: 0 })
    expect((await json<{ data: Inbox }>(ann.request(`/inboxes?handle=${inbox.id}`))).data.title).toBe('New')
    expect(await json(call(ann, 'DELETE', '/inboxes', { handle: inbox.id }))).toEqual({ code: 0 })
    expect(await refusal(ann.request(`/entries/inbox?id=${ids[0]}`))).toEqual({ status: 404, code: 3000 })
  })

  test('a program puts an entry in with handle and secret, safe and whole', async () => {
    const inbox = await make(ann)
    const message = {
      guid: 'one',
      title: 'A page',
      url: 'https://a.example/p',
      content: '<p onclick="x()">Text</p><script>x()</script><img src="/i.png">',
      author: 'Ann',
      authorUrl: 'javascript:alert(1)',
      categories: ['saved'],
      extra: { links: [{ type: 'x', url: 'https://a.example/x', content_html: '<b onclick="y()">x</b>' }] },
      read: true,
    }
    expect(await json(put(inbox, message))).toEqual({ code: 0 })
    const [item] = await itemsOf(inbox)
    expect(item).toMatchObject({
      read: true,
      feeds: inbox,
      entries: {
        guid: 'one',
        title: 'A page',
        url: 'https://a.example/p',
        author: 'Ann',
        authorUrl: null,
        categories: ['saved'],
        inboxHandle: inbox.id,
        read: true,
        description: 'Text',
        media: [{ type: 'photo', url: 'https://a.example/i.png' }],
        extra: { links: [{ type: 'x', url: 'https://a.example/x', content_html: '<b>x</b>' }] },
      },
    })
    const entry = await json<{ data: { entries: { content: string } } }>(
      ann.request(`/entries/inbox?id=${item?.entries.id}`),
    )
    expect(entry.data.entries.content).toMatch(/^<p>Text<\/p><img src="https:\/\/a\.example\/i\.png"/)
    await put(inbox, { ...message, title: 'Changed' })
    expect((await itemsOf(inbox)).map(({ entries }) => entries.title)).toEqual(['Changed'])
    await put(inbox, { ...message, guid: 'two' })
    expect(await itemsOf(inbox)).toHaveLength(2)
  })

  test('without the right secret nothing gets in', async () => {
    const inbox = await make(ann)
    const wrong: [Record<string, string>, object][] = [
      [{}, { status: 401, code: 1000 }],
      [{ 'X-Follow-Handle': inbox.id }, { status: 403, code: 10003 }],
      [
        { ...keyOf(inbox), 'X-Follow-Secret': 'x' },
        { status: 403, code: 10003 },
      ],
      [
        { ...keyOf(inbox), 'X-Follow-Handle': 'nobody-at-all' },
        { status: 403, code: 10003 },
      ],
      [
        { ...keyOf(await make(ben)), 'X-Follow-Handle': inbox.id },
        { status: 403, code: 10003 },
      ],
    ]
    for (const [headers, refused] of wrong) expect(await refusal(webhook(headers))).toEqual(refused)
    for (const bad of [{ guid: '' }, { publishedAt: 'yesterday' }, { title: 7 }])
      expect(await refusal(put(inbox, bad))).toEqual({ status: 400, code: 1002 })
    expect(await itemsOf(inbox)).toEqual([])
  })

  test('an extension on any page may ask before it puts something in', async () => {
    const requests = await server.request('/inboxes/webhook', {
      method: 'OPTIONS',
      headers: { origin: 'chrome-extension://abc' },
    })
    expect(requests.status).toBe(204)
    expect(requests.headers.get('access-control-allow-headers')).toContain('x-follow-secret')
    const inbox = await make(ann)
    const done = await webhook({ ...keyOf(inbox), origin: 'https://any.example', cookie: ann.cookie })
    expect([done.status, done.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(done.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('a gateway, the owner or the secret opens an inbox to mail', async () => {
    const inbox = await make(ann)
    const mail = {
      from: { name: 'Weekly', address: 'w@sender.example' },
      to: { address: `${inbox.id.toUpperCase()}+x@in.example` },
      messageId: '<m1@sender.example>',
      subject: 'Nr. 7',
      date: 'Fri, 1 May 2026 10:00:00 +0000',
      html: '<p>Hello<script>x()</script></p>',
    }
    const send = (headers: Record<string, string>, more: object = {}) =>
      server.request('/inboxes/email', { method: 'POST', headers, body: { ...mail, ...more } })
    expect(await refusal(send({}))).toEqual({ status: 401, code: 1000 })
    expect(await refusal(send({ 'x-follow-secret': 'x' }))).toEqual({ status: 403, code: 10003 })
    expect(await refusal(send({ cookie: ben.cookie }))).toEqual({ status: 403, code: 10003 })
    const gateway = { authorization: 'Bearer the-gateway' }
    expect(await refusal(send(gateway, { to: { address: 'nobody@in.example' } }))).toEqual({
      status: 404,
      code: 10000,
    })
    expect(await refusal(send(gateway, { to: { address: `${inbox.id}@else.example` } }))).toEqual({
      status: 404,
      code: 10000,
    })
    expect(await refusal(send({ authorization: 'Bearer guess' }))).toEqual({ status: 401, code: 1000 })
    expect(await itemsOf(inbox)).toEqual([])
    expect(await refusal(send({ ...gateway, authorization: 'Bearer the-gateway?' }))).toMatchObject({
      status: 401,
    })
    await server.request('/inboxes/email', {
      method: 'POST',
      headers: { authorization: 'Bearer the-gateway' },
      body: mail,
    })
    for (const [key, messageId] of [
      [{ 'x-follow-secret': inbox.secret }, '<m1@sender.example>'],
      [{ cookie: ann.cookie }, '<m1@sender.example>'],
      [{ cookie: ann.cookie }, '<m2@sender.example>'],
    ] as const)
      expect(await json(send(key, { messageId }))).toEqual({ code: 0 })
    const items = await itemsOf(inbox)
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      read: false,
      entries: {
        title: 'Nr. 7',
        author: 'Weekly',
        authorUrl: 'mailto:w@sender.example',
        publishedAt: '2026-05-01T10:00:00.000Z',
        description: 'Hello',
      },
    })
  })

  test('an inbox is read page by page, all or what is unread', async () => {
    const { inbox, ids } = await annsInbox()
    const first = await page(ann, { inboxId: inbox.id, limit: 2, view: 0, isCollection: false })
    expect(first.data.map(({ entries }) => entries.id)).toEqual([ids[2], ids[1]])
    expect([first.remaining, first.total]).toEqual([1, 3])
    const publishedAfter = first.data[1]?.entries.publishedAt
    const last = await page(ann, { inboxId: inbox.id, publishedAfter })
    expect([last.data[0]?.entries.id, last.remaining]).toEqual([ids[0], 0])
    await call(ann, 'POST', '/reads', { entryIds: [ids[2]] })
    const unread = await page(ann, { inboxId: inbox.id, read: false })
    expect(unread.data.map(({ entries }) => entries.id)).toEqual([ids[1], ids[0]])
    expect(unread.total).toBe(2)
    expect((await page(ann, { inboxId: inbox.id, read: true })).data).toHaveLength(1)
  })

  test('entries of an inbox are in no view, but are counted, marked and starred like others', async () => {
    const dan = await server.signUp()
    const inbox = await make(dan)
    await put(inbox, { title: 'A', content: '<p>A</p>' })
    await put(inbox, { title: 'B' })
    const [b, a] = (await page(dan, { inboxId: inbox.id })).data.map(({ entries }) => entries.id)
    const view = async (body: object) =>
      (await json<{ data: TimelineItem[] }>(call(dan, 'POST', '/entries', body))).data
    expect(await view({ view: 0 })).toEqual([])
    expect(await json(dan.request(`/entries/check-new?insertedAfter=0&view=0`))).toMatchObject({
      data: { has_new: false },
    })
    expect(await countsOf(dan)).toEqual({ [inbox.id]: 2 })
    expect(await json(dan.request('/reads?view=1'))).toEqual({ code: 0, data: {} })
    expect(await json(dan.request('/reads/total-count'))).toEqual({ code: 0, data: { count: 2 } })
    await call(dan, 'POST', '/reads', { entryIds: [a], isInbox: true })
    expect(await countsOf(dan)).toEqual({ [inbox.id]: 1 })
    await call(dan, 'DELETE', '/reads', { entryId: a, isInbox: true })
    expect(await countsOf(dan)).toEqual({ [inbox.id]: 2 })
    await call(dan, 'POST', '/collections', { entryId: a })
    const [star] = await view({ isCollection: true, view: 0 })
    expect(star).toMatchObject({
      entries: { id: a },
      feeds: { type: 'inbox', id: inbox.id },
      collections: {},
    })
    const starred = await page(dan, { inboxId: inbox.id, isCollection: true, read: true })
    expect(starred.data.map(({ entries }) => entries.id)).toEqual([a])
    expect(
      (await page(dan, { inboxId: inbox.id })).data.find(({ entries }) => entries.id === a)?.collections,
    ).toBeDefined()
    const streamed = await (await call(dan, 'POST', '/entries/stream', { ids: [a, b] })).text()
    expect(
      streamed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toContainEqual({ id: a, content: '<p>A</p>' })
  })

  test('an inbox, or the first view with all inboxes, is marked read as a whole and taken back', async () => {
    const dan = await server.signUp()
    const [one, two] = [await make(dan), await make(dan)]
    for (const inbox of [one, two]) await put(inbox)
    const mark = (body: object, key: string) =>
      json(dan.request('/reads/all', { method: 'POST', body, headers: { 'idempotency-key': key } }))
    expect(await mark({ view: 1 }, 'k1')).toEqual({ code: 0, data: { read: {} } })
    expect(await mark({ inboxId: one.id, view: 0 }, 'k2')).toEqual({
      code: 0,
      data: { read: { [one.id]: 1 } },
    })
    expect(await mark({ view: 0 }, 'k3')).toEqual({ code: 0, data: { read: { [two.id]: 1 } } })
    expect(await countsOf(dan)).toEqual({})
    const back = await json(call(dan, 'DELETE', '/reads/all', { batch: 'k3' }))
    expect(back).toEqual({ code: 0, data: { unread: { [two.id]: 1 } } })
    expect(await mark({ inboxId: (await annsInbox()).inbox.id }, 'k4')).toEqual({
      code: 0,
      data: { read: {} },
    })
  })

  test('the entries of an inbox are visible to its owner alone, by any call', async () => {
    const { inbox, ids } = await annsInbox()
    const { feedId, url } = await server.storage.db
      .selectFrom('inboxes')
      .innerJoin('feeds', 'feeds.id', 'inboxes.feedId')
      .select(['inboxes.feedId', 'feeds.url'])
      .where('handle', '=', inbox.id)
      .executeTakeFirstOrThrow()
    for (const path of [
      `/entries?id=${ids[0]}`,
      `/entries/inbox?id=${ids[0]}`,
      `/entries/readability?id=${ids[0]}`,
      `/entries/read-histories/${ids[0]}`,
    ])
      expect(await refusal(ben.request(path))).toEqual({ status: 404, code: 3000 })
    expect(await (await call(ben, 'POST', '/entries/stream', { ids })).text()).toBe('')
    for (const who of [ben, server] as { request: TestUser['request'] }[]) {
      expect((await who.request(`/feeds?id=${feedId}`)).status).toBe(404)
      expect((await who.request(`/entries/preview?id=${feedId}`)).status).toBe(404)
    }
    expect(await json(call(ben, 'POST', '/entries', { feedId }))).toMatchObject({ data: [] })
    expect((await call(ben, 'POST', '/subscriptions', { feedId, view: 0 })).status).toBe(404)
    expect((await call(ben, 'POST', '/collections', { entryId: ids[0] })).status).toBe(404)
    expect(await refusal(call(ben, 'DELETE', '/entries/inbox', { entryId: ids[0] }))).toEqual({
      status: 404,
      code: 3000,
    })
    expect(await json(call(ben, 'POST', '/discover', { keyword: 'inbox:' }))).toEqual({ data: [] })
    await call(ben, 'POST', '/reads', { entryIds: ids })
    expect(await json(ann.request(`/entries/read-histories/${ids[0]}`))).toMatchObject({ data: { total: 0 } })
    expect(url).toMatch(/^inbox:[\da-f-]{36}$/)
    expect((await claimDue(server.storage, Number.MAX_SAFE_INTEGER, 1000)).map(({ id }) => id)).not.toContain(
      feedId,
    )
  })

  test('an entry is deleted from its inbox, but never one of a feed', async () => {
    const { inbox, ids } = await annsInbox()
    expect(await json(call(ann, 'DELETE', '/entries/inbox', { entryId: ids[1] }))).toEqual({ code: 0 })
    expect(await refusal(ann.request(`/entries/inbox?id=${ids[1]}`))).toEqual({ status: 404, code: 3000 })
    expect((await itemsOf(inbox)).map(({ entries }) => entries.id)).toEqual([ids[2], ids[0]])
    expect(await refusal(ann.request(`/entries?id=${ids[0]}`))).toEqual({ status: 404, code: 3000 })
  })

  test('deleting a user deletes the inboxes and their entries', async () => {
    const eve = await server.signUp()
    const inbox = await make(eve)
    await put(inbox)
    const [item] = (await page(eve, { inboxId: inbox.id })).data
    await server.storage.db.deleteFrom('user').where('id', '=', eve.id).execute()
    const left = server.storage.db
      .selectFrom('entries')
      .select('id')
      .where('id', '=', item?.entries.id ?? '')
    expect(await left.execute()).toEqual([])
    expect(await refusal(put(inbox))).toEqual({ status: 403, code: 10003 })
  })
})
