import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON } from '../../../../tests/support/library.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts'
import { kinds } from '../../../../tests/support/storage.ts'
import {
  askFever,
  feverKeyOf,
  followAList,
  makeShelf,
  MINUTE,
  type Shelf,
} from '../../../../tests/support/sync.ts'

type Item = { id: string; feed_id: number; is_read: number; is_saved: number }

describe.each(kinds)('Fever on %s', (kind) => {
  let server: TestServer
  let shelf: Shelf
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  beforeEach(async () => {
    shelf = await makeShelf(server)
  })
  afterAll(() => server.close())

  const ask = (query: string, message: Record<string, string> = {}, address = '/api/fever.php') =>
    askFever(server, address, query, { api_key: feverKeyOf(shelf), ...message })
  const itemsOf = async (query: string): Promise<Item[]> => (await ask(query))['items'] as Item[]
  const unread = async (): Promise<string> => String((await ask('unread_item_ids'))['unread_item_ids'])

  async function numberOf(at: number): Promise<string> {
    const { feeds } = (await ask('feeds')) as { feeds: { id: number }[] }
    return String(feeds[at]?.id)
  }

  test('requests at once give the same numbers', async () => {
    const answers = await Promise.all([ask('feeds'), ask('feeds'), ask('items')])
    const [first, second, third] = answers
    expect(first?.['feeds']).toEqual(second?.['feeds'])
    expect((third?.['items'] as Item[] | undefined)?.map(({ feed_id: id }) => id)).toEqual([1, 1, 2, 2, 3, 3])
  })

  test('since_id goes forward, max_id backward, with_ids picks', async () => {
    const ids = async (query: string) => (await itemsOf(`items&${query}`)).map(({ id }) => id)
    expect(await ids('since_id=0')).toEqual(shelf.entries)
    expect(await ids(`since_id=${shelf.entries[3]}`)).toEqual(shelf.entries.slice(4))
    expect(await ids(`since_id=${shelf.entries[5]}`)).toEqual([])
    expect(await ids('max_id=0')).toEqual(shelf.entries.toReversed())
    expect(await ids(`max_id=${shelf.entries[2]}`)).toEqual(shelf.entries.slice(0, 2).toReversed())
    expect(await ids(`with_ids=${shelf.entries[4]},12,x,${shelf.entries[0]}`)).toEqual([
      shelf.entries[4],
      shelf.entries[0],
    ])
  })

  test('marks of single items are the marks of our own reader, and the answer lists what is left', async () => {
    const [first = '', second = ''] = shelf.entries
    const left = shelf.entries.slice(1).join(',')
    expect(await ask('', { mark: 'item', as: 'read', id: first })).toMatchObject({ unread_item_ids: left })
    expect(await unread()).toBe(left)
    const marks = await server.storage.db
      .selectFrom('reads')
      .selectAll()
      .where('entryId', '=', first)
      .execute()
    expect(Number(marks[0]?.readAt)).toBeGreaterThan(NOON)
    await ask('', { mark: 'item', as: 'unread', id: first })
    expect(await unread()).toBe(shelf.entries.join(','))
    expect(await ask('', { mark: 'item', as: 'saved', id: second })).toMatchObject({ saved_item_ids: second })
    expect((await itemsOf(`items&with_ids=${second}`))[0]).toMatchObject({ is_saved: 1, is_read: 0 })
    expect(await ask('saved_item_ids', { mark: 'item', as: 'unsaved', id: second })).toMatchObject({
      saved_item_ids: '',
    })
  })

  test('a group is its feeds, group 0 is all, and sparks are none', async () => {
    await ask('groups')
    const before = String((NOON + 60 * MINUTE) / 1000)
    await ask('', { mark: 'group', as: 'read', id: '-1', before })
    expect(await unread()).toBe(shelf.entries.join(','))
    await ask('', { mark: 'group', as: 'read', id: '1', before })
    expect(await unread()).toBe(shelf.entries.slice(4).join(','))
    await ask('', { mark: 'group', as: 'read', id: '0', before })
    expect(await unread()).toBe('')
  })

  test('entries of a list are in a group with the list’s name, and can be read and marked', async () => {
    const list = await followAList(server, shelf, 'Science', [shelf.feeds[0]])
    const [entry = ''] = list.entries
    const message = await ask('feeds&groups')
    expect(message['feeds']).toContainEqual(expect.objectContaining({ id: 4, title: 'Listed' }))
    expect(message['groups']).toEqual([
      { id: 1, title: 'News' },
      { id: 2, title: 'Science' },
    ])
    expect(message['feeds_groups']).toEqual([
      { group_id: 1, feed_ids: '1,2' },
      { group_id: 2, feed_ids: '1,4' },
    ])
    expect(await unread()).toBe([...shelf.entries, entry].join(','))
    expect(await itemsOf(`items&with_ids=${entry}`)).toMatchObject([{ id: entry, feed_id: 4, is_read: 0 }])
    expect((await itemsOf('items&max_id=0')).map(({ id }) => id)).toContain(entry)
    const before = String((NOON + 90 * MINUTE) / 1000)
    await ask('', { mark: 'feed', as: 'read', id: '4', before })
    expect(await unread()).toBe(shelf.entries.join(','))
    await ask('', { mark: 'item', as: 'unread', id: entry })
    await ask('', { mark: 'group', as: 'read', id: '2', before })
    expect(await unread()).toBe(shelf.entries.slice(2).join(','))
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test.each(['/api/fever.php', '/fever/', '/fever'])('the key opens %s', async (address) => {
    expect(await ask('', {}, address)).toEqual({
      api_version: 3,
      auth: 1,
      last_refreshed_on_time: NOON / 1000,
    })
  })

  test.each(['', 'd41d8cd98f00b204e9800998ecf8427e', 'nonsense'])(
    'the key "%s" reads auth 0',
    async (key) => {
      expect(await askFever(server, '/fever/', 'items&feeds', { api_key: key })).toEqual({
        api_version: 3,
        auth: 0,
      })
    },
  )

  test('a key in capitals and one sent as a multipart form are the same key', async () => {
    const form = new FormData()
    form.append('api_key', feverKeyOf(shelf).toUpperCase())
    const answer = await server.app.request('/fever/?api', { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject({ auth: 1 })
  })

  test('a deleted app password reads auth 0 at once', async () => {
    const { data } = (await (await shelf.user.request('/app-passwords')).json()) as { data: { id: string }[] }
    await shelf.user.request('/app-passwords', { method: 'DELETE', body: { id: data[0]?.id } })
    expect(await ask('items')).toEqual({ api_version: 3, auth: 0 })
  })

  test('feeds and groups have small numbers that stay the same', async () => {
    const message = await ask('feeds&groups')
    expect(message['feeds']).toEqual([
      {
        id: 1,
        favicon_id: 0,
        title: 'First',
        url: `https://feeds.example/${shelf.feeds[0]}.xml`,
        site_url: 'https://first.example/',
        is_spark: 0,
        last_updated_on_time: NOON / 1000,
      },
      expect.objectContaining({ id: 2, title: 'Mine' }),
      expect.objectContaining({ id: 3, title: 'Third' }),
    ])
    expect(message['groups']).toEqual([{ id: 1, title: 'News' }])
    expect(message['feeds_groups']).toEqual([{ group_id: 1, feed_ids: '1,2' }])
    await shelf.user.request('/subscriptions', { method: 'DELETE', body: { feedId: shelf.feeds[0] } })
    expect(await ask('feeds')).toMatchObject({ feeds: [{ id: 2 }, { id: 3 }] })
  })

  test('an item has the fields of the protocol', async () => {
    expect((await ask('items'))['total_items']).toBe(6)
    expect((await itemsOf('items'))[1]).toEqual({
      id: shelf.entries[1],
      feed_id: 1,
      title: '1',
      author: 'Ada',
      html: '<p>Text 1</p>',
      url: 'https://first.example/1',
      is_saved: 0,
      is_read: 0,
      created_on_time: NOON / 1000 - 60,
    })
  })

  test('a feed is read up to the second of the last look', async () => {
    const before = String(NOON / 1000)
    await ask('', { mark: 'feed', as: 'read', id: await numberOf(0), before })
    expect(await unread()).toBe(shelf.entries.slice(1).join(','))
    await ask('', { mark: 'feed', as: 'read', id: await numberOf(0), before: String(NOON / 1000 + 60) })
    expect(await unread()).toBe(shelf.entries.slice(2).join(','))
  })

  test('what was read a moment ago comes back', async () => {
    await ask('', { mark: 'item', as: 'read', id: shelf.entries[0] ?? '' })
    expect(await ask('', { unread_recently_read: '1' })).toMatchObject({
      unread_item_ids: shelf.entries.join(','),
    })
  })

  test.each([
    { mark: 'item', as: 'read', id: 'x' },
    { mark: 'item', as: 'eaten', id: '1' },
    { mark: 'feed', as: 'saved', id: '1' },
    { mark: 'feed', as: 'read', id: '77' },
    { mark: 'group', as: 'read', id: '' },
    { mark: 'group', as: 'read' },
    { mark: 'item', as: 'saved', id: '999999999999999999' },
  ])('$mark $as $id changes nothing', async (message) => {
    await ask('', message as Record<string, string>)
    expect(await unread()).toBe(shelf.entries.join(','))
  })

  test('a key in the address, which proxies log, signs nobody in', async () => {
    const path = `/fever/?api&items&api_key=${feverKeyOf(shelf)}`
    for (const method of ['GET', 'POST']) {
      const answer = await server.app.request(path, { method })
      expect([method, await answer.json()]).toEqual([method, { api_version: 3, auth: 0 }])
    }
  })

  test('nothing is written by a GET', async () => {
    const query = `api&api_key=${feverKeyOf(shelf)}&mark=item&as=read&id=${shelf.entries[0]}`
    await server.app.request(`/fever/?${query}`)
    expect(await unread()).toBe(shelf.entries.join(','))
  })

  test('links are an empty list, as readers expect one', async () => {
    expect(await ask('links')).toMatchObject({ links: [] })
  })

  test('the same comes as XML', async () => {
    const body = new URLSearchParams({ api_key: feverKeyOf(shelf) })
    const answer = await server.app.request('/fever/?api=xml&groups', { method: 'POST', body })
    expect(await answer.text()).toContain(
      '<auth>1</auth><last_refreshed_on_time>1777636800</last_refreshed_on_time>' +
        '<groups><group><id>1</id><title>News</title></group></groups>',
    )
  })

  test('a second user sees and marks nothing of the first', async () => {
    const other = { api_key: feverKeyOf(await makeShelf(server)) }
    const seen = await askFever(server, '/fever/', 'items&unread_item_ids', other)
    expect((seen['items'] as Item[]).map(({ id }) => id)).not.toContain(shelf.entries[0])
    await askFever(server, '/fever/', '', { ...other, mark: 'group', as: 'read', id: '0' })
    expect(await unread()).toBe(shelf.entries.join(','))
  })
})
