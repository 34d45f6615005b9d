/** Inboxes in both protocols, and Google Reader's search, as clients of these protocols request them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import {
  askFever,
  feverKeyOf,
  greaderOf,
  itemIds,
  unreadCountsOf,
  makeShelf,
  type Greader,
  type RequestParameters,
  type Shelf,
} from '../../../tests/support/sync.ts'

const STATE = 'user/-/state/com.google'
const json = async <T>(answer: Response | Promise<Response>): Promise<T> => (await (await answer).json()) as T

describe.each(kinds)('on %s', (kind) => {
  let server: TestServer
  let shelf: Shelf
  let reader: Greader
  let handle: string
  /** The hidden feed of the inbox. */
  let feedId: string
  let mails: string[]

  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  beforeEach(async () => {
    shelf = await makeShelf(server)
    reader = await greaderOf(server, shelf, '/api/greader.php')
    handle = `box-${testId()}`
    await shelf.user.request('/inboxes', { method: 'POST', body: { handle, title: 'Letters' } })
    const { data } = await json<{ data: { secret: string } }>(shelf.user.request(`/inboxes?handle=${handle}`))
    for (const title of ['Spring tides', 'Autumn leaves'])
      await server.request('/inboxes/webhook', {
        method: 'POST',
        headers: { 'X-Follow-Handle': handle, 'X-Follow-Secret': data.secret },
        body: { guid: testId(), publishedAt: '2026-05-01T10:00:00.000Z', title, content: '<p>Dear Ada</p>' },
      })
    const inbox = await server.storage.db
      .selectFrom('inboxes')
      .select('feedId')
      .where('handle', '=', handle)
      .executeTakeFirstOrThrow()
    feedId = inbox.feedId
    const rows = await server.storage.db
      .selectFrom('entries')
      .select('id')
      .where('feedId', '=', feedId)
      .orderBy('id')
      .execute()
    mails = rows.map(({ id }) => id)
  })
  afterAll(() => server.close())

  const countsOfReader = async () =>
    (await json<{ data: Record<string, number> }>(shelf.user.request('/reads'))).data

  describe('Google Reader', () => {
    const refs = async (input: RequestParameters) => (await itemIds(reader, input)).toSorted()
    const unreadCounts = () => unreadCountsOf(reader)

    test('an inbox is a subscription with a stream, and its secret address is not told', async () => {
      const answer = await (await reader.get('subscription/list', { output: 'json' })).text()
      const { subscriptions } = JSON.parse(answer) as { subscriptions: Record<string, unknown>[] }
      expect(subscriptions.at(-1)).toMatchObject({
        id: `feed/${feedId}`,
        title: 'Letters',
        url: `inbox:${handle}`,
        categories: [],
      })
      const { url } = await server.storage.db
        .selectFrom('feeds')
        .select('url')
        .where('id', '=', feedId)
        .executeTakeFirstOrThrow()
      expect(answer).not.toContain(url)
      expect(await refs({ s: `feed/${feedId}` })).toEqual(mails)
      expect(await refs({ s: `${STATE}/reading-list` })).toEqual([...shelf.entries, ...mails].toSorted())
      const { items } = await json<{ items: Record<string, unknown>[] }>(
        reader.post('stream/items/contents', { i: mails[0] ?? '' }),
      )
      expect(items).toMatchObject([
        {
          title: 'Spring tides',
          summary: { content: '<p>Dear Ada</p>' },
          origin: { streamId: `feed/${feedId}`, title: 'Letters', feedUrl: `inbox:${handle}` },
        },
      ])
    })

    test('its entries are counted, marked, starred and marked as a whole', async () => {
      expect(await unreadCounts()).toMatchObject({ [`feed/${feedId}`]: 2, [`${STATE}/reading-list`]: 8 })
      await reader.post('edit-tag', { i: mails[0] ?? '', a: [`${STATE}/read`, `${STATE}/starred`] })
      expect(await unreadCounts()).toMatchObject({ [`feed/${feedId}`]: 1, [`${STATE}/reading-list`]: 7 })
      expect(await refs({ s: `${STATE}/starred` })).toEqual([mails[0]])
      expect(await refs({ s: `feed/${feedId}`, xt: `${STATE}/read` })).toEqual([mails[1]])
      await reader.post('edit-tag', { i: mails[0] ?? '', r: [`${STATE}/read`, `${STATE}/starred`] })
      expect(await refs({ s: `${STATE}/starred` })).toEqual([])
      await reader.post('mark-all-as-read', { s: `feed/${feedId}` })
      expect(await unreadCounts()).toMatchObject({ [`${STATE}/reading-list`]: 6 })
      expect(await countsOfReader()).not.toHaveProperty(handle)
      await reader.post('edit-tag', { i: [...mails], r: `${STATE}/read` })
      await reader.post('mark-all-as-read', { s: `${STATE}/reading-list` })
      expect(await unreadCounts()).toEqual({})
      expect(await countsOfReader()).toEqual({})
    })

    test('it is left and renamed in Lectern only, and another user has nothing of it', async () => {
      for (const ac of ['unsubscribe', 'edit']) {
        const answer = await reader.post('subscription/edit', { ac, s: `feed/${feedId}`, t: 'X' })
        expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('an inbox')])
      }
      const other = await greaderOf(server, await makeShelf(server), '')
      expect(await json(other.get('stream/items/ids', { s: `feed/${feedId}` }))).toEqual({ itemRefs: [] })
      expect(await json(other.post('stream/items/contents', { i: mails[0] ?? '' }))).toMatchObject({
        items: [],
      })
      await other.post('mark-all-as-read', { s: `feed/${feedId}` })
      await other.post('edit-tag', { i: [...mails], a: `${STATE}/read` })
      expect(await countsOfReader()).toMatchObject({ [handle]: 2 })
    })

    test('a mark-all of feeds that name another user’s inbox leaves it unread', async () => {
      const other = await server.signUp()
      await other.request('/reads/all', { method: 'POST', body: { feedIdList: [feedId, shelf.feeds[0]] } })
      expect(await countsOfReader()).toMatchObject({ [handle]: 2 })
    })
  })

  describe('search/items/ids', () => {
    const found = async (input: RequestParameters) => {
      const answer = await json<{ results: { id: string }[]; itemRefs: { id: string }[] }>(
        reader.get('search/items/ids', { num: '100', output: 'json', ...input }),
      )
      expect(answer.itemRefs.map(({ id }) => id)).toEqual(answer.results.map(({ id }) => id))
      return answer.results.map(({ id }) => id)
    }

    test('finds by words, newest first, as many as are requested', async () => {
      expect(await found({ q: 'text' })).toHaveLength(6)
      expect(await found({ q: 'text', num: '4' })).toHaveLength(4)
      expect(await found({ q: 'nowhere' })).toEqual([])
      expect((await reader.get('search/items/ids', { q: ' ' })).status).toBe(400)
    })

    test('is narrowed by stream, folder and state', async () => {
      const [first = '', second = ''] = shelf.entries
      await reader.post('edit-tag', { i: first, a: [`${STATE}/read`, `${STATE}/starred`] })
      expect((await found({ q: 'text', s: `feed/${shelf.feeds[0]}` })).toSorted()).toEqual([first, second])
      expect((await found({ q: 'text', s: 'user/-/label/News' })).toSorted()).toEqual(
        shelf.entries.slice(0, 4),
      )
      expect(await found({ q: 'text', s: `${STATE}/starred` })).toEqual([first])
      expect(await found({ q: 'text', s: `feed/${shelf.feeds[0]}`, xt: `${STATE}/read` })).toEqual([second])
      expect(await found({ q: 'text', s: `feed/${shelf.feeds[0]}`, it: `${STATE}/kept-unread` })).toEqual([
        second,
      ])
      expect((await found({ q: 'text', xt: `feed/${shelf.feeds[0]}` })).toSorted()).toEqual(
        shelf.entries.slice(2),
      )
      expect(await found({ q: 'text', s: 'feed/1', it: 'user/-/label/News' })).toEqual([])
      const unread = { q: 'text', xt: `${STATE}/read` }
      expect(await found({ ...unread, q: 'text sort:old' })).toEqual((await found(unread)).toReversed())
    })

    test('words that are no query are searched as they stand, and others find nothing of this user’s', async () => {
      expect(await found({ q: 'text OR' })).toEqual([])
      expect(await found({ q: 'is:nonsense text:' })).toEqual([])
      expect((await reader.get('search/items/ids', { q: '((("' })).status).toBe(200)
      const other = await server.signUp()
      const answer = await other.request('/entries/search', { method: 'POST', body: { q: 'text' } })
      expect((await json<{ data: unknown[] }>(answer)).data).toEqual([])
    })
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  describe('Fever', () => {
    const ask = (query: string, input: Record<string, string> = {}) =>
      askFever(server, '/api/fever.php', query, { api_key: feverKeyOf(shelf), ...input })

    test('an inbox is a feed outside of groups, whose items are read, saved and counted', async () => {
      const { feeds, feeds_groups: groups } = await ask('feeds&groups')
      expect(feeds).toMatchObject([
        {},
        {},
        {},
        { id: 4, title: 'Letters', url: `inbox:${handle}`, favicon_id: 0 },
      ])
      expect(groups).toEqual([{ group_id: 1, feed_ids: '1,2' }])
      expect(await ask(`items&with_ids=${mails.join(',')}`)).toMatchObject({
        total_items: 8,
        items: [
          { id: mails[0], feed_id: 4, title: 'Spring tides', is_read: 0 },
          { id: mails[1], feed_id: 4 },
        ],
      })
      const unread = async () => String((await ask('unread_item_ids'))['unread_item_ids']).split(',')
      expect(await unread()).toEqual([...shelf.entries, ...mails].toSorted())
      await ask('', { mark: 'item', as: 'saved', id: mails[1] ?? '' })
      expect(await ask('saved_item_ids')).toMatchObject({ saved_item_ids: mails[1] })
      await ask('', { mark: 'feed', as: 'read', id: '4' })
      expect(await unread()).toEqual([...shelf.entries])
      expect(await countsOfReader()).not.toHaveProperty(handle)
      await ask('', { mark: 'item', as: 'unread', id: mails[0] ?? '' })
      expect(await countsOfReader()).toMatchObject({ [handle]: 1 })
      await ask('', { mark: 'group', as: 'read', id: '0' })
      expect(await countsOfReader()).toEqual({})
    })
  })
})
