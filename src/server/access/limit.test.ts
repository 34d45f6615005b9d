import { readEntryIds } from '../../../tests/support/library.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import {
  askFever,
  feverKeyOf,
  formOf,
  greaderOf,
  makeShelf,
  tokenOf,
  type RequestParameters,
  type Shelf,
} from '../../../tests/support/sync.ts'

type Json = Record<string, unknown>
const json = async (answer: Response | Promise<Response>): Promise<Json> =>
  (await (await answer).json()) as Json

describe.each(kinds)('tokens of a shelf on %s', (kind) => {
  let server: TestServer
  let shelf: Shelf
  /** Limited to the folder News: the first two feeds and the first four entries. */
  let news: Awaited<ReturnType<typeof tokenOf>>
  let reading: Awaited<ReturnType<typeof tokenOf>>

  beforeAll(async () => {
    server = await startTestServer({ kind })
    shelf = await makeShelf(server)
    const limit = { folders: ['News'], feeds: [] }
    news = await tokenOf(server, shelf.user, { scopes: ['read', 'mark'], limit })
    reading = await tokenOf(server, shelf.user, { scopes: ['read'] })
  })
  afterAll(() => server.close())

  const [inside, outside] = [() => shelf.entries.slice(0, 4), () => shelf.entries.slice(4)]
  const post = (path: string, body: unknown, request = news.request) =>
    request(path, { method: 'POST', body })
  const idsIn = async (answer: Promise<Response>) =>
    ((await json(answer))['data'] as { entries: { id: string } }[])
      .map(({ entries }) => entries.id)
      .toSorted()
  const readOf = () => readEntryIds(server.storage, shelf.user.id)

  describe('limited to a folder', () => {
    test('lists, searches, counts and subscriptions hold its feeds alone', async () => {
      expect(await idsIn(post('/entries', { view: 0 }))).toEqual(inside().slice(0, 2).toSorted())
      expect(await idsIn(post('/entries', {}))).toEqual(inside().toSorted())
      expect(await idsIn(post('/entries', { feedIdList: [...shelf.feeds] }))).toEqual(inside().toSorted())
      expect(await idsIn(post('/entries', { feedId: shelf.feeds[2] }))).toEqual([])
      expect(await idsIn(post('/entries/search', { q: '' }))).toEqual(inside().toSorted())
      expect(await idsIn(post('/entries/search', { q: 'feed:Third' }))).toEqual([])
      expect(await json(post('/entries/search', { q: '', count: true }))).toMatchObject({ total: 4 })
      expect(Object.keys((await json(news.request('/reads')))['data'] as object).toSorted()).toEqual(
        shelf.feeds.slice(0, 2).toSorted(),
      )
      const followed = (await json(news.request('/subscriptions')))['data'] as { feedId: string }[]
      expect(followed.map(({ feedId }) => feedId)).toEqual(shelf.feeds.slice(0, 2))
    })

    test('an entry of another feed is not found, not marked and not starred', async () => {
      const [other = ''] = outside()
      expect((await news.request(`/entries?id=${other}`)).status).toBe(404)
      expect((await post('/collections', { entryId: other })).status).toBe(404)
      expect(await (await post('/entries/stream', { ids: [other] })).text()).toBe('')
      expect((await post('/reads', { entryIds: [other, inside()[0]] })).status).toBe(200)
      expect(await readOf()).toEqual([inside()[0]])
      expect((await post('/reads/all', {})).status).toBe(200)
      expect((await readOf()).toSorted()).toEqual(inside().toSorted())
    })

    test('stars of other feeds are found by none of its ways', async () => {
      const starred = [inside()[0] ?? '', outside()[0] ?? '']
      for (const entryId of starred) await post('/collections', { entryId }, shelf.user.request)
      expect(await idsIn(post('/entries', { isCollection: true }))).toEqual([starred[0]])
      expect(await idsIn(post('/entries/search', { q: 'is:starred' }))).toEqual([starred[0]])
      const reader = await greaderOf(server, { user: shelf.user, password: news.password }, '')
      const refs = await json(reader.get('stream/items/ids', { s: 'user/-/state/com.google/starred' }))
      expect((refs['itemRefs'] as { id: string }[]).map(({ id }) => id)).toEqual([starred[0]])
      const key = feverKeyOf({ user: shelf.user, password: news.password })
      expect(await askFever(server, '/fever/', 'saved_item_ids', { api_key: key })).toMatchObject({
        saved_item_ids: starred[0],
      })
    })

    test('Google Reader shows and marks its feeds alone', async () => {
      const reader = await greaderOf(
        server,
        { user: shelf.user, password: news.password },
        '/api/greader.php',
      )
      const texts = [
        await (await reader.get('subscription/list')).text(),
        await (await reader.get('stream/contents', { n: '100' })).text(),
        await (await reader.post('stream/items/contents', { i: [...shelf.entries] })).text(),
        await (await reader.get('search/items/ids', { q: 'feed:Third' })).text(),
        await (await reader.get('unread-count')).text(),
      ]
      for (const text of texts) {
        expect(text).not.toContain(shelf.feeds[2])
        expect(text).not.toContain('Text 4')
      }
      expect(texts[1]).toContain('Text 3')
      for (const call of ['subscription/export', 'subscription/list'])
        expect((await reader.get(call)).status).toBe(call === 'subscription/export' ? 403 : 200)
      await reader.post('edit-tag', { i: outside(), a: 'user/-/state/com.google/read' })
      await reader.post('mark-all-as-read', { s: 'user/-/state/com.google/reading-list' })
      for (const id of outside()) expect(await readOf()).not.toContain(id)
    })

    test('Fever shows and marks its feeds alone', async () => {
      const api_key = feverKeyOf({ user: shelf.user, password: news.password })
      const shown = await askFever(server, '/fever/', 'groups&feeds&items&unread_item_ids', { api_key })
      expect(JSON.stringify(shown)).not.toMatch(/Third|Text 4/)
      expect(JSON.stringify(shown)).toContain('Text 3')
      await askFever(server, '/fever/', '', { api_key, mark: 'group', as: 'read', id: '0' })
      await askFever(server, '/fever/', '', { api_key, mark: 'item', as: 'read', id: outside()[0] ?? '' })
      for (const id of outside()) expect(await readOf()).not.toContain(id)
      await post('/reads', { entryIds: outside() }, shelf.user.request)
      await askFever(server, '/fever/', '', { api_key, unread_recently_read: '1' })
      for (const id of outside()) expect(await readOf()).toContain(id)
    })

    test('a feed that is moved into the folder is seen from then on', async () => {
      const { feeds, user } = shelf
      const move = (category: string | null) =>
        user.request('/subscriptions', { method: 'PATCH', body: { feedId: feeds[2], view: 0, category } })
      await move('News')
      expect(await idsIn(post('/entries', {}))).toEqual([...shelf.entries].toSorted())
      await move(null)
      expect(await idsIn(post('/entries', {}))).toEqual(inside().toSorted())
    })

    test('a limit needs scopes, and none of them may manage', async () => {
      const limit = { folders: ['News'], feeds: [] }
      for (const body of [
        { limit },
        { limit, scopes: ['read', 'manage'] },
        { scopes: [] },
        { scopes: ['all'] },
      ])
        expect((await post('/app-passwords', { name: 'x', ...body }, shelf.user.request)).status).toBe(400)
    })
  })

  describe('only reading', () => {
    test('no write of Google Reader is carried out', async () => {
      const reader = await greaderOf(server, { user: shelf.user, password: reading.password }, '')
      const before = (await readOf()).toSorted()
      expect((await reader.get('subscription/list')).status).toBe(200)
      for (const [call, input] of [
        ['edit-tag', { i: [...shelf.entries], r: 'user/-/state/com.google/read' }],
        ['mark-all-as-read', { s: 'user/-/state/com.google/reading-list' }],
        ['subscription/quickadd', { quickadd: 'https://new.example/feed' }],
        ['subscription/edit', { s: `feed/${shelf.feeds[0]}`, ac: 'unsubscribe' }],
        ['subscription/import', {}],
        ['rename-tag', { s: 'user/-/label/News', dest: 'user/-/label/Old' }],
        ['disable-tag', { s: 'user/-/label/News' }],
      ] as const)
        expect((await reader.post(call, input)).status, call).toBe(403)
      expect((await readOf()).toSorted()).toEqual(before)
    })

    test('no write of Fever is carried out', async () => {
      const api_key = feverKeyOf({ user: shelf.user, password: reading.password })
      const before = (await readOf()).toSorted()
      const [id = ''] = shelf.entries
      const writes: readonly RequestParameters[] = [
        { mark: 'item', as: 'unread', id },
        { mark: 'item', as: 'saved', id },
        { mark: 'group', as: 'read', id: '0' },
        { unread_recently_read: '1' },
      ]
      for (const input of writes) {
        const body = formOf({ api_key, ...input })
        expect((await server.app.request('/fever/?api', { method: 'POST', body })).status).toBe(403)
      }
      expect((await readOf()).toSorted()).toEqual(before)
    })
  })

  test('an app password without scopes opens Google Reader as before, and no call of the contract', async () => {
    const reader = await greaderOf(server, shelf, '')
    expect((await reader.get('subscription/export')).status).toBe(200)
    const authorization = `Bearer ${shelf.password}`
    expect((await server.request('/reads', { headers: { authorization } })).status).toBe(403)
  })

  test('a deleted token is refused at once', async () => {
    const token = await tokenOf(server, shelf.user, { scopes: ['read'] })
    expect((await token.request('/reads')).status).toBe(200)
    const list = (await json(shelf.user.request('/app-passwords')))['data'] as { id: string }[]
    await shelf.user.request('/app-passwords', { method: 'DELETE', body: { id: list.at(-1)?.id } })
    expect((await token.request('/reads')).status).toBe(401)
  })

  test('a user sees the scopes and the limit of each app password', async () => {
    const { data } = (await json(shelf.user.request('/app-passwords'))) as { data: object[] }
    expect(data).toMatchObject([
      { scopes: null, limit: null },
      { scopes: ['read', 'mark'], limit: { folders: ['News'], feeds: [] } },
      { scopes: ['read'], limit: null },
    ])
  })
})
