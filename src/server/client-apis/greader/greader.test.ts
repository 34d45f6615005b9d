import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryFeeds, NOON, type Document } from '../../../../tests/support/library.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../../tests/support/server.ts'
import { kinds } from '../../../../tests/support/storage.ts'
import {
  followAList,
  greaderOf,
  itemIds,
  makeShelf,
  MINUTE,
  type Greader,
  type Shelf,
} from '../../../../tests/support/sync.ts'
import { longId } from './ids.ts'

type Answer = Record<string, unknown>
const json = async (answer: Response | Promise<Response>): Promise<Answer> =>
  (await (await answer).json()) as Answer
const STATE = 'user/-/state/com.google'

describe.each(kinds)('Google Reader on %s', (kind) => {
  let server: TestServer
  let shelf: Shelf
  let reader: Greader
  const documents = new Map<string, Document>([
    ['https://new.example/feed', { title: 'New', entries: [{ guid: 'a', title: 'A' }] }],
  ])

  beforeAll(async () => {
    const feeds = memoryFeeds(documents, () => server.storage)
    server = await startTestServer({ kind, feeds })
  })
  beforeEach(async () => {
    shelf = await makeShelf(server)
    reader = await greaderOf(server, shelf, '/api/greader.php')
  })
  afterAll(() => server.close())

  const refs = (message: Record<string, string | string[]>) => itemIds(reader, message)
  const unread = async (): Promise<number> =>
    (((await json(shelf.user.request('/reads/total-count'))) as Answer)['data'] as { count: number }).count

  describe('streams', () => {
    test('the reading list is newest arrival first, also with feeds that timelines hide', async () => {
      expect(await refs({ s: `${STATE}/reading-list` })).toEqual(shelf.entries.toReversed())
      expect(await refs({ s: `${STATE}/reading-list`, r: 'o' })).toEqual(shelf.entries)
    })

    test('a feed is named by id or by address, a folder by its name', async () => {
      const own = shelf.entries.slice(0, 2).toReversed()
      expect(await refs({ s: `feed/${shelf.feeds[0]}` })).toEqual(own)
      expect(await refs({ s: `feed/https://feeds.example/${shelf.feeds[0]}.xml` })).toEqual(own)
      expect(await refs({ s: 'user/-/label/News' })).toEqual(shelf.entries.slice(0, 4).toReversed())
      expect(await refs({ s: `user/${shelf.user.id}/label/News` })).toHaveLength(4)
      expect(await refs({ s: 'feed/1' })).toEqual([])
      expect(await refs({ s: 'nonsense' })).toEqual([])
    })

    test('xt and it keep what carries a tag out or in', async () => {
      const [first, second, third] = shelf.entries
      await reader.post('edit-tag', { i: [first ?? '', third ?? ''], a: `${STATE}/read` })
      await reader.post('edit-tag', { i: second ?? '', a: `${STATE}/starred` })
      expect(await refs({ s: `${STATE}/reading-list`, xt: `${STATE}/read` })).not.toContain(first)
      expect(await refs({ s: `${STATE}/reading-list`, it: `${STATE}/read`, r: 'o' })).toEqual([first, third])
      expect(await refs({ s: `${STATE}/read`, r: 'o' })).toEqual([first, third])
      expect(await refs({ s: `${STATE}/starred` })).toEqual([second])
      expect(await refs({ s: 'user/-/label/News', it: `${STATE}/starred` })).toEqual([second])
      expect(await refs({ s: `${STATE}/reading-list`, xt: ['user/-/label/News', `${STATE}/read`] })).toEqual(
        shelf.entries.slice(4).toReversed(),
      )
    })

    test('ot and nt filter by arrival, not by the date in the feed', async () => {
      const after = (minutes: number) => String((NOON + minutes * MINUTE) / 1000)
      expect(await refs({ s: `${STATE}/reading-list`, ot: after(4), r: 'o' })).toEqual(shelf.entries.slice(4))
      expect(await refs({ s: `${STATE}/reading-list`, nt: after(2), r: 'o' })).toEqual(
        shelf.entries.slice(0, 2),
      )
    })

    test.each(['n', 'o'])('pages follow one another without gap or repeat, r=%s', async (r) => {
      const seen: string[] = []
      let c = ''
      for (let page = 0; page < 4; page += 1) {
        const message = { s: `${STATE}/reading-list`, n: '2', r, ...(c ? { c } : {}) }
        const answer = (await json(reader.get('stream/items/ids', message))) as {
          itemRefs: { id: string }[]
          continuation?: string
        }
        seen.push(...answer.itemRefs.map(({ id }) => id))
        if (!answer.continuation) break
        c = answer.continuation
      }
      expect(seen).toEqual(r === 'o' ? shelf.entries : shelf.entries.toReversed())
    })

    test('stream/contents carries whole entries, its stream named in the path', async () => {
      await reader.post('edit-tag', { i: shelf.entries[1] ?? '', a: [`${STATE}/read`, `${STATE}/starred`] })
      const stream = encodeURIComponent(`feed/${shelf.feeds[0]}`)
      const answer = await json(reader.get(`stream/contents/${stream}`, { n: '1' }))
      expect(answer).toMatchObject({
        id: `feed/${shelf.feeds[0]}`,
        updated: NOON / 1000 + 60,
        title: 'First',
      })
      expect(answer['continuation']).toBe(shelf.entries[1])
      expect(answer['items']).toEqual([
        {
          id: longId(shelf.entries[1] ?? ''),
          crawlTimeMsec: String(NOON + MINUTE),
          timestampUsec: `${NOON + MINUTE}000`,
          published: NOON / 1000 - 60,
          updated: NOON / 1000,
          title: '1',
          canonical: [{ href: 'https://first.example/1' }],
          alternate: [{ href: 'https://first.example/1', type: 'text/html' }],
          categories: [`${STATE}/reading-list`, 'user/-/label/News', `${STATE}/read`, `${STATE}/starred`],
          origin: {
            streamId: `feed/${shelf.feeds[0]}`,
            title: 'First',
            htmlUrl: 'https://first.example/',
            feedUrl: `https://feeds.example/${shelf.feeds[0]}.xml`,
          },
          summary: { direction: 'ltr', content: '<p>Text 1</p>' },
          author: 'Ada',
          enclosure: [{ href: 'https://first.example/a.mp3', type: 'audio/mpeg', length: 7 }],
        },
      ])
    })

    test('stream/items/contents accepts every form of id and returns the requested order', async () => {
      const [first = '', second = '', third = ''] = shelf.entries
      const i = [third, longId(first), longId(second).slice(-16), 'nonsense', '1']
      const { items } = (await json(reader.post('stream/items/contents', { i }))) as { items: Answer[] }
      expect(items.map(({ id }) => id)).toEqual([third, first, second].map(longId))
      expect((await reader.post('stream/items/contents')).status).toBe(400)
    })

    test('a number in plain text counts a stream', async () => {
      expect(await (await reader.get('stream/items/count', { s: 'user/-/label/News' })).text()).toBe('4')
    })
  })

  describe('marks', () => {
    const starred = async (id: string) =>
      ((await json(shelf.user.request(`/collections?entryId=${id}`))) as { data: boolean }).data

    test('read and starred are the marks of our own reader, with the time of reading', async () => {
      const [first = '', second = ''] = shelf.entries
      const answer = await reader.post('edit-tag', { i: [longId(first), second], a: `${STATE}/read` })
      expect(await answer.text()).toBe('OK')
      expect(await unread()).toBe(4)
      const rows = await server.storage.db
        .selectFrom('reads')
        .selectAll()
        .where('entryId', '=', first)
        .execute()
      expect(Number(rows[0]?.readAt)).toBeGreaterThan(NOON)
      await reader.post('edit-tag', { i: first, r: `${STATE}/read` })
      await reader.post('edit-tag', { i: second, a: `${STATE}/kept-unread` })
      expect(await unread()).toBe(6)
      await reader.post('edit-tag', { i: first, a: `${STATE}/starred` })
      expect(await starred(first)).toBe(true)
      await reader.post('edit-tag', { i: first, r: `${STATE}/starred` })
      expect(await starred(first)).toBe(false)
    })

    test('our own open clients hear of it', async () => {
      const stream = await shelf.user.request('/live')
      const parts = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      await parts?.read()
      await reader.post('edit-tag', { i: shelf.entries[0] ?? '', a: `${STATE}/read` })
      let received = ''
      while (!received.includes('reads.mark')) {
        const { value, done } = (await parts?.read()) ?? { done: true }
        if (done) break
        received += value
      }
      await parts?.cancel()
      expect(received).toContain(shelf.entries[0])
    })

    test('labels are put on entries, listed, streamed, excluded, renamed and deleted', async () => {
      const [first = '', second = '', third = ''] = shelf.entries
      const label = 'user/-/label/Read later'
      const add = { i: [first, longId(second)], a: label }
      expect((await reader.post('edit-tag', add)).status).toBe(200)
      expect(await refs({ s: label })).toEqual([second, first])
      expect(await refs({ s: 'user/-/label/News', it: label })).toEqual([second, first])
      expect(await refs({ s: 'user/-/label/News', xt: label })).not.toContain(first)
      const { tags } = (await json(reader.get('tag/list'))) as { tags: Answer[] }
      expect(tags).toContainEqual({ id: label, label: 'Read later', type: 'tag', unread_count: 2 })
      const { items } = (await json(reader.get('stream/contents', { s: label }))) as { items: Answer[] }
      expect(items[0]?.['categories']).toContain(label)
      await reader.post('edit-tag', { i: second, r: label })
      expect(await refs({ s: label })).toEqual([first])
      await reader.post('mark-all-as-read', { s: label })
      expect(await refs({ s: label, xt: `${STATE}/read` })).toEqual([])
      expect(await refs({ s: 'user/-/label/News', xt: `${STATE}/read` })).toContain(third)
      await reader.post('rename-tag', { s: label, dest: 'user/-/label/Shelf' })
      expect(await refs({ s: 'user/-/label/Shelf' })).toEqual([first])
      await reader.post('disable-tag', { s: 'user/-/label/Shelf' })
      expect(await refs({ s: 'user/-/label/Shelf' })).toEqual([])
    })

    test('a label with the name of a folder leaves the folder as it is', async () => {
      const i = shelf.entries[0] ?? ''
      const before = await refs({ s: 'user/-/label/News' })
      await reader.post('edit-tag', { i, a: 'user/-/label/News' })
      expect(await refs({ s: 'user/-/label/News' })).toEqual(before)
      const { tags } = (await json(reader.get('tag/list'))) as { tags: Answer[] }
      expect(tags.filter(({ id }) => id === 'user/-/label/News')).toHaveLength(1)
      await reader.post('edit-tag', { i, r: 'user/-/label/News' })
      expect(await refs({ s: 'user/-/label/News' })).toEqual(before)
    })

    test('another user sees none of the labels', async () => {
      await reader.post('edit-tag', { i: shelf.entries[0] ?? '', a: 'user/-/label/Mine' })
      const other = await greaderOf(server, await makeShelf(server), '')
      const { tags } = (await json(other.get('tag/list'))) as { tags: Answer[] }
      expect(tags.map(({ label }) => label)).not.toContain('Mine')
    })

    test('an unknown entry is passed over, a feed is no tag, no entry at all is an error', async () => {
      const i = ['999999999999999999', shelf.entries[0] ?? '']
      expect((await reader.post('edit-tag', { i, a: `${STATE}/starred` })).status).toBe(200)
      expect(await starred(shelf.entries[0] ?? '')).toBe(true)
      expect((await reader.post('edit-tag', { i, a: 'feed/1' })).status).toBe(400)
      expect((await reader.post('edit-tag', { a: `${STATE}/read` })).status).toBe(400)
      expect((await reader.get('edit-tag', { i, a: `${STATE}/read` })).status).toBe(405)
    })

    test('a whole stream is read up to what the reader has seen', async () => {
      const ts = `${NOON + 2 * MINUTE}000`
      await reader.post('mark-all-as-read', { s: `${STATE}/reading-list`, ts })
      expect(await refs({ s: `${STATE}/reading-list`, xt: `${STATE}/read`, r: 'o' })).toEqual(
        shelf.entries.slice(3),
      )
      await reader.post('mark-all-as-read', { s: 'user/-/label/News' })
      expect(await unread()).toBe(2)
      await reader.post('mark-all-as-read', { s: `feed/${shelf.feeds[2]}` })
      expect(await unread()).toBe(0)
      expect((await reader.post('mark-all-as-read', { s: 'x' })).status).toBe(400)
    })

    test('the stars can be read at once', async () => {
      await reader.post('edit-tag', { i: shelf.entries[3] ?? '', a: `${STATE}/starred` })
      await reader.post('mark-all-as-read', { s: `${STATE}/starred` })
      expect(await unread()).toBe(5)
    })
  })

  describe('following', () => {
    const titles = async (): Promise<unknown[]> =>
      (
        (await json(reader.get('subscription/list'))) as { subscriptions: { title: string }[] }
      ).subscriptions.map(({ title }) => title)

    test('quickadd follows an address and names the new stream', async () => {
      const answer = await json(
        reader.post('subscription/quickadd', { quickadd: 'https://new.example/feed' }),
      )
      expect(answer).toMatchObject({ numResults: 1, query: 'https://new.example/feed', streamName: 'New' })
      expect(await refs({ s: String(answer['streamId']) })).toHaveLength(1)
      const lost = await json(reader.post('subscription/quickadd', { quickadd: 'https://lost.example/' }))
      expect(lost).toMatchObject({ numResults: 0, error: expect.stringContaining('404') })
    })

    test('subscription/edit follows into a folder, renames, moves, and leaves', async () => {
      const s = 'feed/https://new.example/feed'
      const subscribed = await reader.post('subscription/edit', {
        ac: 'subscribe',
        s,
        t: 'Renamed',
        a: 'user/-/label/Fresh',
      })
      expect(await subscribed.text()).toBe('OK')
      expect(await refs({ s: 'user/-/label/Fresh' })).toHaveLength(1)
      await reader.post('subscription/edit', { ac: 'edit', s, t: 'Again', a: 'user/-/label/News' })
      expect(await titles()).toContain('Again')
      expect(await refs({ s: 'user/-/label/News' })).toHaveLength(5)
      await reader.post('subscription/edit', { ac: 'edit', s, r: 'user/-/label/News' })
      expect(await refs({ s: 'user/-/label/News' })).toHaveLength(4)
      await reader.post('subscription/edit', { ac: 'unsubscribe', s })
      expect(await titles()).not.toContain('Again')
    })

    test('an edit keeps the view of the feed', async () => {
      await reader.post('subscription/edit', { ac: 'edit', s: `feed/${shelf.feeds[1]}`, t: 'Other' })
      const { data } = (await json(shelf.user.request('/subscriptions?view=1'))) as {
        data: { title: string }[]
      }
      expect(data.map(({ title }) => title)).toEqual(['Other'])
    })

    test.each([
      ['no stream', { ac: 'edit' }],
      ['an unknown action', { ac: 'eat', s: 'feed/1' }],
      ['a feed that is not followed', { ac: 'unsubscribe', s: 'feed/1' }],
    ])('%s is an error in words', async (_, message) => {
      const answer = await reader.post('subscription/edit', message)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toMatch(/\w/)
    })

    test('a dead address is refused with the contract’s status', async () => {
      const answer = await reader.post('subscription/edit', {
        ac: 'subscribe',
        s: 'feed/https://lost.example/',
      })
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('404')])
    })

    test('folders are renamed and dissolved, their feeds stay', async () => {
      await reader.post('rename-tag', { s: 'user/-/label/News', dest: 'user/-/label/World & more' })
      expect(await refs({ s: 'user/-/label/World & more' })).toHaveLength(4)
      await reader.post('disable-tag', { t: 'World & more' })
      expect(await json(reader.get('tag/list'))).toEqual({ tags: [{ id: `${STATE}/starred` }] })
      expect(await titles()).toHaveLength(3)
      expect((await reader.post('disable-tag', { s: 'user/-/label/None' })).status).toBe(400)
    })

    test('subscriptions are exported and imported as OPML', async () => {
      const opml = await (await reader.get('subscription/export')).text()
      expect(opml).toContain(`https://feeds.example/${shelf.feeds[0]}.xml`)
      const other = await makeShelf(server)
      const theirs = await greaderOf(server, other, '')
      const answer = await server.app.request('/reader/api/0/subscription/import', {
        method: 'POST',
        headers: { authorization: `GoogleLogin auth=${theirs.token}`, 'content-type': 'text/xml' },
        body: opml,
      })
      expect(await answer.text()).toBe('OK')
      const { subscriptions } = (await json(theirs.get('subscription/list'))) as { subscriptions: Answer[] }
      expect(subscriptions.map(({ id }) => id)).toContain(`feed/${shelf.feeds[0]}`)
    })
  })

  describe('what comes by a list', () => {
    const listed = async () => {
      const list = await followAList(server, shelf, 'Science', [shelf.feeds[0]])
      return { ...list, stream: `feed/${list.feeds[0]}`, entry: list.entries[0] ?? '' }
    }
    const labelsOf = async (stream: string): Promise<unknown[]> => {
      const { subscriptions } = (await json(reader.get('subscription/list'))) as {
        subscriptions: { id: string; categories: { id: string; label: string }[] }[]
      }
      return subscriptions.find(({ id }) => id === stream)?.categories.map(({ label }) => label) ?? []
    }

    test('is among the subscriptions, labelled with its list; a feed can have two labels', async () => {
      const { stream } = await listed()
      expect(await labelsOf(stream)).toEqual(['Science'])
      expect(await labelsOf(`feed/${shelf.feeds[0]}`)).toEqual(['News', 'Science'])
      expect(await labelsOf(`feed/${shelf.feeds[1]}`)).toEqual(['News'])
      const { tags } = (await json(reader.get('tag/list'))) as { tags: { id: string }[] }
      expect(tags.map(({ id }) => id)).toContain('user/-/label/Science')
    })

    test('is counted, read by feed, by list and with all, and marked', async () => {
      const { stream, entry } = await listed()
      const counts = async () => {
        const { unreadcounts } = (await json(reader.get('unread-count'))) as {
          unreadcounts: { id: string; count: number }[]
        }
        return Object.fromEntries(unreadcounts.map(({ id, count }) => [id, count]))
      }
      expect(await counts()).toMatchObject({
        [stream]: 1,
        'user/-/label/Science': 3,
        'user/-/label/News': 4,
        [`${STATE}/reading-list`]: 7,
      })
      expect(await refs({ s: stream })).toEqual([entry])
      expect(await refs({ s: 'user/-/label/Science', r: 'o' })).toEqual([...shelf.entries.slice(0, 2), entry])
      expect(await refs({ s: `${STATE}/reading-list` })).toContain(entry)
      const { items } = (await json(reader.post('stream/items/contents', { i: entry }))) as {
        items: Answer[]
      }
      expect(items[0]).toMatchObject({
        categories: expect.arrayContaining(['user/-/label/Science']),
        origin: { streamId: stream, title: 'Listed' },
      })
      await reader.post('edit-tag', { i: entry, a: [`${STATE}/read`, `${STATE}/starred`] })
      expect(await counts()).toMatchObject({ 'user/-/label/Science': 2 })
      expect(await refs({ s: `${STATE}/starred` })).toEqual([entry])
    })

    test.each([
      ['feed', (stream: string) => stream, 6],
      ['list', () => 'user/-/label/Science', 4],
      ['everything', () => `${STATE}/reading-list`, 0],
    ])('is marked with its %s', async (_, streamOf, left) => {
      const { stream } = await listed()
      expect((await reader.post('mark-all-as-read', { s: streamOf(stream) })).status).toBe(200)
      expect(await unread()).toBe(left)
    })

    test('cannot be unfollowed or edited by itself, which is an error; following it makes it a subscription', async () => {
      const { stream } = await listed()
      for (const message of [{ ac: 'unsubscribe' }, { ac: 'edit', t: 'Mine' }] as Record<string, string>[]) {
        const answer = await reader.post('subscription/edit', { ...message, s: stream })
        expect([answer.status, await answer.text()]).toEqual([
          400,
          expect.stringContaining('comes by a list'),
        ])
      }
      await reader.post('subscription/edit', { ac: 'subscribe', s: stream, a: 'user/-/label/Own' })
      expect(await labelsOf(stream)).toEqual(['Own', 'Science'])
      await reader.post('subscription/edit', { ac: 'unsubscribe', s: stream })
      expect(await labelsOf(stream)).toEqual(['Science'])
    })

    test('the list itself can get a name of one’s own, and is not dissolved as a folder is', async () => {
      const { stream, owner, id } = await listed()
      await reader.post('rename-tag', { s: 'user/-/label/Science', dest: 'user/-/label/Mine' })
      expect(await labelsOf(stream)).toEqual(['Mine'])
      const { data } = (await json(owner.request(`/lists?listId=${id}`))) as {
        data: { list: { title: string } }
      }
      expect(data.list.title).toBe('Science')
      expect((await reader.post('disable-tag', { s: 'user/-/label/Mine' })).status).toBe(400)
      expect((await reader.post('rename-tag', { s: 'user/-/label/X', dest: 'user/-/label/Y' })).status).toBe(
        400,
      )
    })

    test('is gone when the list is left', async () => {
      const { stream, id } = await listed()
      await shelf.user.request('/subscriptions', { method: 'DELETE', body: { listId: id } })
      expect(await labelsOf(stream)).toEqual([])
      expect(await refs({ s: stream })).toEqual([])
    })
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  describe('signing in', () => {
    test('an app password signs in at both endpoints, by e-mail address and by handle', async () => {
      await shelf.user.request('/better-auth/update-user', {
        method: 'POST',
        body: { handle: `h${Date.now()}` },
      })
      const { handle } = await server.storage.db
        .selectFrom('user')
        .select('handle')
        .where('id', '=', shelf.user.id)
        .executeTakeFirstOrThrow()
      for (const base of ['', '/api/greader.php'])
        for (const Email of [shelf.user.email.toUpperCase(), handle ?? '']) {
          const body = new URLSearchParams({ Email, Passwd: shelf.password })
          const answer = await server.app.request(`${base}/accounts/ClientLogin`, { method: 'POST', body })
          const lines = (await answer.text()).trim().split('\n')
          expect(lines.map((line) => line.split('='))).toEqual(
            ['SID', 'LSID', 'Auth'].map((name) => [name, expect.stringMatching(/^[\w/]+$/)]),
          )
        }
    })

    test('output=json answers JSON, as Miniflux does', async () => {
      const message = { Email: shelf.user.email, Passwd: shelf.password, output: 'json' }
      const answer = await server.app.request('/accounts/ClientLogin', {
        method: 'POST',
        body: new URLSearchParams(message),
      })
      expect(await answer.json()).toEqual({ SID: reader.token, LSID: reader.token, Auth: reader.token })
    })

    test.each([
      ['a wrong password', { Passwd: 'aaaaa-aaaaa-aaaaa-aaaaa' }],
      ["the account's own password", { Passwd: PASSWORD }],
      ["somebody else's name", { Email: 'nobody@example.org' }],
      ['nothing', { Email: '', Passwd: '' }],
    ])('%s is refused with 401 and both headers', async (_, wrong) => {
      const body = new URLSearchParams({ Email: shelf.user.email, Passwd: shelf.password, ...wrong })
      const answer = await server.app.request('/accounts/ClientLogin', { method: 'POST', body })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('google-bad-token')).toBe('true')
      expect(answer.headers.get('x-reader-google-bad-token')).toBe('true')
    })

    test('a deleted app password ends its readers at once', async () => {
      const { data } = (await json(shelf.user.request('/app-passwords'))) as { data: { id: string }[] }
      expect((await reader.get('user-info')).status).toBe(200)
      await shelf.user.request('/app-passwords', { method: 'DELETE', body: { id: data[0]?.id } })
      expect((await reader.get('user-info')).status).toBe(401)
      expect((await greaderOf(server, shelf, '')).token).toBe('')
    })

    test('without a token, with a made-up one and with a stale T everything is refused', async () => {
      const bare = await server.app.request('/reader/api/0/tag/list')
      expect(bare.status).toBe(401)
      const made = await server.app.request('/reader/api/0/tag/list', {
        headers: { authorization: `GoogleLogin auth=${reader.token.replace(/.$/, 'x')}` },
      })
      expect(made.status).toBe(401)
      const stale = await reader.post('edit-tag', { T: 'old', i: shelf.entries[0] ?? '', a: `${STATE}/read` })
      expect(stale.status).toBe(401)
      expect(await unread()).toBe(6)
    })

    test('the token of the form is enough for a write, as with Miniflux', async () => {
      expect(await (await reader.get('token')).text()).toBe(reader.token)
      const body = new URLSearchParams({ T: reader.token, i: shelf.entries[0] ?? '', a: `${STATE}/read` })
      expect((await server.app.request('/reader/api/0/edit-tag', { method: 'POST', body })).status).toBe(200)
      expect(await unread()).toBe(5)
    })

    test('neither a wrong T nor the x of Reeder hinders reading, and that x does not hinder writing', async () => {
      const i = shelf.entries[0] ?? ''
      for (const T of ['old', 'undefined', 'x', '']) {
        const answer = await reader.post('stream/items/contents', { T, i })
        expect((await json(answer))['items']).toHaveLength(1)
      }
      expect((await reader.post('edit-tag', { T: 'x', i, a: `${STATE}/read` })).status).toBe(200)
      expect((await reader.post('edit-tag', { T: '', i, r: `${STATE}/read` })).status).toBe(200)
      const body = new URLSearchParams({ T: 'x', i })
      const nobody = await server.app.request('/reader/api/0/stream/items/contents', { method: 'POST', body })
      expect(nobody.status).toBe(401)
    })

    test('the addresses that FreshRSS is tried out by answer', async () => {
      expect(await (await server.app.request('/api/greader.php/check/compatibility')).text()).toBe('PASS')
      expect((await server.app.request('/api/greader.php')).status).toBe(200)
    })
  })

  describe('the subscriptions', () => {
    test('user-info returns the user', async () => {
      expect(await json(reader.get('user-info'))).toEqual({
        userId: shelf.user.id,
        userName: shelf.user.email,
        userProfileId: shelf.user.id,
        userEmail: shelf.user.email,
      })
    })

    test('what FreshRSS sends as text is text there, and JSON at the other address', async () => {
      const elsewhere = await greaderOf(server, shelf, '')
      for (const call of ['user-info', 'stream/items/ids']) {
        const [text, other] = [await reader.get(call), await elsewhere.get(call)]
        expect(text.headers.get('content-type')).toMatch(/^text\/plain/)
        expect(other.headers.get('content-type')).toMatch(/^application\/json/)
        expect(await text.text()).toBe(await other.text())
      }
    })

    test('subscribed returns whether a feed is followed, by itself or by a list', async () => {
      const { feeds } = await followAList(server, shelf, 'Theirs')
      const message = async (s: string) => (await reader.get('subscribed', { s })).text()
      expect(await message(`feed/${shelf.feeds[0]}`)).toBe('true')
      expect(await message(`feed/https://feeds.example/${shelf.feeds[1]}.xml`)).toBe('true')
      expect(await message(`feed/${feeds[0]}`)).toBe('true')
      await reader.post('subscription/edit', { ac: 'unsubscribe', s: `feed/${shelf.feeds[0]}` })
      expect(await message(`feed/${shelf.feeds[0]}`)).toBe('false')
      expect(await message('feed/1')).toBe('false')
      expect((await reader.get('subscribed')).status).toBe(400)
      expect((await reader.get('subscribed', { s: 'user/-/label/News' })).status).toBe(400)
    })

    test('subscription/list has the fields that readers decode, own titles and folders', async () => {
      const { subscriptions } = (await json(reader.get('subscription/list', { output: 'json' }))) as {
        subscriptions: Answer[]
      }
      const News = [{ id: 'user/-/label/News', label: 'News' }]
      expect(subscriptions).toMatchObject([
        {
          id: `feed/${shelf.feeds[0]}`,
          title: 'First',
          categories: News,
          url: `https://feeds.example/${shelf.feeds[0]}.xml`,
          htmlUrl: 'https://first.example/',
          iconUrl: 'https://first.example/i.png',
        },
        { id: `feed/${shelf.feeds[1]}`, title: 'Mine', categories: News, htmlUrl: '', iconUrl: '' },
        { id: `feed/${shelf.feeds[2]}`, title: 'Third', categories: [] },
      ])
    })

    test('tag/list has the stars and the folders', async () => {
      expect(await json(reader.get('tag/list'))).toEqual({
        tags: [{ id: `${STATE}/starred` }, { id: 'user/-/label/News', label: 'News', type: 'folder' }],
      })
    })

    test('unread-count sums feeds to folders and to all, and agrees with the contract', async () => {
      await shelf.user.request('/reads', { method: 'POST', body: { entryIds: [shelf.entries[0]] } })
      const answer = (await json(reader.get('unread-count'))) as {
        max: number
        unreadcounts: { id: string; count: number; newestItemTimestampUsec: string }[]
      }
      expect(Object.fromEntries(answer.unreadcounts.map(({ id, count }) => [id, count]))).toEqual({
        [`feed/${shelf.feeds[0]}`]: 1,
        [`feed/${shelf.feeds[1]}`]: 2,
        [`feed/${shelf.feeds[2]}`]: 2,
        'user/-/label/News': 3,
        [`${STATE}/reading-list`]: 5,
      })
      expect(answer.max).toBe(await unread())
      expect(answer.unreadcounts.at(-1)?.newestItemTimestampUsec).toBe(`${NOON + 5 * MINUTE}000`)
    })
  })

  test('times may be seconds, milliseconds, microseconds or nanoseconds', async () => {
    const at = String(NOON + 2 * MINUTE)
    for (const ts of [at.slice(0, -3), at, `${at}000`, `${at}000000`]) {
      const fresh = await makeShelf(server)
      const other = await greaderOf(server, fresh, '')
      await other.post('mark-all-as-read', { s: `${STATE}/reading-list`, ts })
      const left = (await json(fresh.user.request('/reads/total-count'))) as { data: { count: number } }
      expect([ts, left.data.count]).toEqual([ts, 3])
    }
  })

  test('a second user sees, marks and edits nothing of the first', async () => {
    const other = await greaderOf(server, await makeShelf(server), '')
    const s = `feed/${shelf.feeds[0]}`
    expect(await json(other.get('stream/items/ids', { s }))).toEqual({ itemRefs: [] })
    await other.post('edit-tag', { i: [...shelf.entries], a: [`${STATE}/read`, `${STATE}/starred`] })
    await other.post('mark-all-as-read', { s })
    expect((await other.post('subscription/edit', { ac: 'unsubscribe', s })).status).toBe(400)
    expect(await unread()).toBe(6)
    expect(await refs({ s: `${STATE}/starred` })).toEqual([])
  })

  test('entries of a feed that only the first user follows privately stay hidden from the second', async () => {
    await server.storage.db
      .updateTable('subscriptions')
      .set({ isPrivate: 1 })
      .where('feedId', '=', shelf.feeds[0])
      .execute()
    const other = await greaderOf(server, await makeShelf(server), '')
    const { items } = await json(other.post('stream/items/contents', { i: shelf.entries[0] ?? '' }))
    expect(items).toEqual([])
  })

  test('an unknown call is 501, and old calls for preferences are empty', async () => {
    expect((await reader.get('friend/list')).status).toBe(501)
    expect(await json(reader.get('preference/stream/list'))).toEqual({ streamprefs: {} })
    expect((await reader.get('%E0%A4%A')).status).toBe(400)
  })
})
