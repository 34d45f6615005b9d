/** The same story from several feeds, as clients of both protocols and a search see it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON, readEntryIds, seedEntries } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import {
  askFever,
  feverKeyOf,
  greaderOf,
  itemIds,
  unreadCountsOf,
  makeShelf,
  MINUTE,
  type Greader,
  type RequestParameters,
  type Shelf,
} from '../../../tests/support/sync.ts'

const json = async <T>(answer: Response | Promise<Response>): Promise<T> => (await (await answer).json()) as T
const TITLE = 'Spring tides flood the old harbour'

describe.each(kinds)('on %s', (kind) => {
  let server: TestServer
  let shelf: Shelf
  let reader: Greader
  /** Entries of one story: in the first feed, and later in the second and the third. */
  let first: string
  let second: string
  let third: string
  /** Another one of the third feed. */
  let other: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  beforeEach(async () => {
    shelf = await makeShelf(server)
    reader = await greaderOf(server, shelf, '/api/greader.php')
    const page = `https://harbour.example/${testId()}`
    const [a, b, c] = shelf.feeds
    const seed = async (feed: string, minutes: number, entry: { title: string; url: string }) =>
      (await seedEntries(server.storage, feed, [{ ...entry, insertedAt: NOON + minutes * MINUTE }]))[0] ?? ''
    first = await seed(a, 20, { title: TITLE, url: page })
    second = await seed(b, 21, { title: 'Floods', url: `${page}?utm_source=feed` })
    third = await seed(c, 22, { title: TITLE.toUpperCase(), url: `https://paper.example/${testId()}` })
    other = await seed(c, 23, { title: 'Autumn leaves in the old harbour', url: `${page}/2` })
  })
  afterAll(() => server.close())

  const groupStories = (value: boolean) =>
    shelf.user.request('/settings/general', { method: 'PATCH', body: { groupStories: value } })
  const refs = (input: RequestParameters = {}, client = reader) => itemIds(client, input)
  const story = (ids: readonly string[]) =>
    ids.filter((id) => [first, second, third, other].includes(id)).toSorted()
  const unreadOf = async (stream: string) => (await unreadCountsOf(reader))[stream] ?? 0
  const READING_LIST = 'user/-/state/com.google/reading-list'
  const fever = (query: string, input: RequestParameters = {}) =>
    askFever(server, '/fever/', query, { api_key: feverKeyOf(shelf), ...input })
  const read = () => readEntryIds(server.storage, shelf.user.id)

  test('Google Reader lists and counts a story once', async () => {
    expect(story(await refs())).toEqual([first, other])
    expect(await unreadOf(READING_LIST)).toBe((await refs()).length)
    expect(await unreadOf(`feed/${shelf.feeds[1]}`)).toBe(2)
    expect(await (await reader.get('stream/items/count', { s: READING_LIST })).text()).toBe(
      String((await refs()).length),
    )
  })

  test('every copy is there where the user wants that', async () => {
    await groupStories(false)
    expect(story(await refs())).toEqual([first, second, third, other])
    expect(await unreadOf(READING_LIST)).toBe((await refs()).length)
    const { unread_item_ids } = await fever('unread_item_ids')
    expect(story(String(unread_item_ids).split(','))).toEqual([first, second, third, other])
    await reader.post('edit-tag', { i: first, a: 'user/-/state/com.google/read' })
    expect(story(await read())).toEqual([first])
  })

  test('a feed that is marked read marks its stories in other feeds, and no other entry of those', async () => {
    await reader.post('mark-all-as-read', { s: `feed/${shelf.feeds[0]}` })
    const marked = await read()
    expect(story(marked)).toEqual([first, second, third])
    expect(marked).toHaveLength(5)
    expect(await unreadOf(READING_LIST)).toBe((await refs({ xt: 'user/-/state/com.google/read' })).length)
  })

  test('a star on a copy is listed among the stars', async () => {
    await reader.post('edit-tag', { i: second, a: 'user/-/state/com.google/starred' })
    expect(await refs({ s: 'user/-/state/com.google/starred' })).toEqual([second])
  })

  test('a search tells a story once among what it selects', async () => {
    const search = async (input: Record<string, unknown>) => {
      const { data, cursor, total } = await json<{
        data: { entries: { id: string } }[]
        cursor?: string
        total?: number
      }>(shelf.user.request('/entries/search', { method: 'POST', body: input }))
      return { ids: data.map(({ entries }) => entries.id), cursor, total }
    }
    const all = await search({ q: 'harbour', count: true })
    expect(story(all.ids)).toEqual([first, third, other])
    const once = await search({ q: 'harbour', once: true, count: true })
    expect(story(once.ids)).toEqual([first, other])
    expect(once.total).toBe(3)
    // The first entry of the story is not among these.
    expect(story((await search({ q: 'feed:Third', once: true })).ids)).toEqual([third, other])
    const paged: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await search({ q: 'harbour', once: true, limit: 1, cursor })
      paged.push(...page.ids)
      cursor = page.cursor
      if (cursor === undefined) break
    }
    expect(story(paged)).toEqual([first, other])
    const found = await json<{ results: { id: string }[] }>(
      reader.get('search/items/ids', { q: 'harbour', num: '50' }),
    )
    expect(story(found.results.map(({ id }) => id))).toEqual([first, other])
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('Fever lists a story once, unread and in its total', async () => {
    const { items, total_items } = (await fever('items')) as { items: { id: number }[]; total_items: number }
    expect(story(items.map(({ id }) => String(id)))).toEqual([first, other])
    expect(total_items).toBe(items.length)
    const { unread_item_ids } = await fever('unread_item_ids')
    expect(story(String(unread_item_ids).split(','))).toEqual([first, other])
  })

  test.each(['greader', 'fever'] as const)('a mark by %s goes to all copies', async (protocol) => {
    const mark = (how: 'read' | 'unread') =>
      protocol === 'greader'
        ? reader.post('edit-tag', {
            i: first,
            [how === 'read' ? 'a' : 'r']: 'user/-/state/com.google/read',
          })
        : fever('', { mark: 'item', as: how, id: first })
    await mark('read')
    expect(story(await read())).toEqual([first, second, third])
    await mark('unread')
    expect(await read()).toEqual([])
  })

  test('an entry that a rule hides tells no story', async () => {
    await server.storage.db
      .insertInto('entryActions')
      .values({ userId: shelf.user.id, entryId: first, result: '{}', blocked: 1 })
      .execute()
    expect(story(await refs())).toEqual([second, third, other])
  })

  test('another user has the story from the feeds that they follow, and their own marks', async () => {
    const neighbour = await makeShelf(server)
    await neighbour.user.request('/subscriptions', {
      method: 'POST',
      body: { feedId: shelf.feeds[1], view: 0 },
    })
    const client = await greaderOf(server, neighbour, '/api/greader.php')
    expect(story(await refs({}, client))).toEqual([second])
    await client.post('edit-tag', { i: second, a: 'user/-/state/com.google/read' })
    expect(await read()).toEqual([])
    expect(story(await refs({}, client))).toEqual([second])
  })
})
