import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Output } from '../../contract/calls.ts'
import type { Thread } from '../../contract/threads.ts'
import { attacks } from '../../../tests/support/attacks.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { startSite, type Site } from '../../../tests/support/site.ts'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../tests/support/storage.ts'
import { putThreadLook, threadLookOf } from '../storage/reads/thread-looks.ts'
import { PUBLIC_BASES, threadSourceOf } from './thread-source.ts'
import { readThread } from './read-thread.ts'

type Answer = Output<'threads.get'>['data']
const NOW = Date.UTC(2026, 10, 21, 12)
const TEN = NOW / 1000 - 600
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

const hackerNews = (children: readonly object[]) => ({ id: 1, title: 'A', points: 5, children })
const item = (id: number, text: string | null, children: readonly object[] = [], at = TEN) => ({
  id,
  author: text === null ? null : `ann${id}`,
  text,
  created_at_i: at,
  points: null,
  children,
})

describe('the comments of an entry', () => {
  let server: TestServer
  let site: Site
  let ann: TestUser
  let ben: TestUser
  let now = NOW

  beforeAll(async () => {
    site = await startSite()
    const { url } = site
    server = await startTestServer({
      env: { FETCH_ALLOW: '127.0.0.1' },
      now: () => now,
      threadBases: { hackerNews: url, lobsters: url, reddit: url, bluesky: url },
    })
    ann = await server.signUp()
    ben = await server.signUp()
  })
  afterAll(async () => {
    await server.close()
    site.close()
  })
  beforeEach(() => {
    // What was fetched before is not fresh any more.
    now += 86_400_000
    site.requests.length = 0
  })

  const serve = (json: unknown, headers: Record<string, string> = {}) => {
    const body = typeof json === 'string' ? json : JSON.stringify(json)
    site.answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  }
  const entryOf = async (entry: { url?: string; extra?: object; content?: string }, isPrivate = false) => {
    const feedId = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, feedId, { isPrivate: isPrivate ? 1 : 0 })
    const [id = ''] = await seedEntries(server.storage, feedId, [
      {
        url: entry.url ?? null,
        ...(entry.content !== undefined && { content: entry.content }),
        extra: entry.extra ? JSON.stringify(entry.extra) : null,
      },
    ])
    return id
  }
  const get = async (user: TestUser, entryId: string): Promise<Answer> => {
    const answer = await user.request(`/threads?${new URLSearchParams({ entryId })}`)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { data: Answer }).data
  }
  const read = async (user: TestUser, entryId: string): Promise<Thread> => {
    const answer = await get(user, entryId)
    if (answer.state !== 'read') throw new Error(JSON.stringify(answer))
    return answer
  }
  const see = (user: TestUser, entryId: string, at: number) =>
    user.request('/threads', { method: 'PUT', body: { entryId, at } })
  const outline = ({ comments }: Thread) =>
    comments.map(
      ({ depth, author, content }) => `${'>'.repeat(depth)}${author ?? '?'}: ${content ?? 'deleted'}`,
    )
  const story = 'https://news.ycombinator.com/item?id=4242'

  test('Hacker News: replies below what they reply to, and deleted ones where something follows', async () => {
    serve(
      hackerNews([
        item(2, '<p>One <script>alert(1)</script></p>', [item(3, 'Two', [item(4, 'Three')])]),
        item(5, null, [item(6, 'Below')]),
        item(7, null),
      ]),
    )
    const id = await entryOf({
      url: 'https://blog.example/a',
      extra: { links: [{ type: 'comments', url: story }] },
    })
    const thread = await read(ann, id)
    expect(outline(thread)).toEqual([
      'ann2: <p>One </p>',
      '>ann3: Two',
      '>>ann4: Three',
      '?: deleted',
      '>ann6: Below',
    ])
    expect(thread).toMatchObject({
      service: 'hackerNews',
      url: story,
      total: 5,
      seenAt: null,
      fetchedAt: now,
    })
    expect(thread.comments[0]).toMatchObject({
      publishedAt: iso(TEN),
      url: 'https://news.ycombinator.com/item?id=2',
      authorUrl: 'https://news.ycombinator.com/user?id=ann2',
    })
    expect(site.requests.map(({ path }) => path)).toEqual(['/api/v1/items/4242'])
  })

  test('Lobsters, by the link in the text of the entry', async () => {
    const comment = (id: string, depth: number, more = {}) => ({
      short_id: id,
      depth,
      comment: `<p>${id}</p>`,
      created_at: iso(TEN),
      score: 3,
      commenting_user: 'bea',
      ...more,
    })
    serve({
      comment_count: 3,
      comments: [
        comment('aaaa', 0),
        comment('bbbb', 1, { is_deleted: true }),
        comment('cccc', 2, { commenting_user: { username: 'cy' } }),
      ],
    })
    const id = await entryOf({
      url: 'https://blog.example/b',
      content: '<a href="https://lobste.rs/s/abc123/a_title">Comments</a>',
    })
    const thread = await read(ann, id)
    expect(outline(thread)).toEqual(['bea: <p>aaaa</p>', '>?: deleted', '>>cy: <p>cccc</p>'])
    expect(thread).toMatchObject({ service: 'lobsters', total: 3 })
    expect(site.requests.at(-1)?.path).toBe('/s/abc123.json')
  })

  test('Reddit, by the address of the entry; what stands for further comments is counted', async () => {
    const comment = (id: string, more = {}, replies: readonly object[] = []) => ({
      kind: 't1',
      data: {
        id,
        author: 'dee',
        body: id,
        body_html: `<div class="md"><p>${id}</p></div>`,
        created_utc: TEN,
        permalink: `/r/a/comments/p1/_/${id}/`,
        score: 7,
        replies: replies.length > 0 ? { kind: 'Listing', data: { children: replies } } : '',
        ...more,
      },
    })
    const more = { kind: 'more', data: { count: 40, id: 'more1' } }
    serve([
      { data: { children: [{ kind: 't3', data: { num_comments: 43 } }] } },
      {
        data: {
          children: [
            comment('c1', {}, [
              comment('c2', { author: '[deleted]', body: '[removed]', body_html: '<p>[removed]</p>' }),
              more,
            ]),
            more,
          ],
        },
      },
    ])
    const thread = await read(ann, await entryOf({ url: 'https://www.reddit.com/r/a/comments/p1/title/' }))
    expect(outline(thread)).toEqual(['dee: <div><p>c1</p></div>', '>?: deleted'])
    expect(thread).toMatchObject({ service: 'reddit', total: 43 })
    expect(thread.comments[0]).toMatchObject({
      score: 7,
      url: 'https://www.reddit.com/r/a/comments/p1/_/c1/',
    })
  })

  test('Mastodon: a reply comes below its status, in whichever order they are sent', async () => {
    const status = (id: string, to: string | null, more = {}) => ({
      id,
      in_reply_to_id: to,
      created_at: iso(TEN),
      content: `<p>${id}</p>`,
      url: `${site.url}/@eve/${id}`,
      account: { display_name: 'Eve', acct: 'eve', url: `${site.url}/@eve` },
      ...more,
    })
    serve({
      ancestors: [],
      descendants: [
        status('12', '11'),
        status('11', '10'),
        status('13', '10', { spoiler_text: 'Food & drink', account: { acct: 'fay' } }),
        // Each other's reply: neither is below the status.
        status('21', '22'),
        status('22', '21'),
      ],
    })
    const thread = await read(ann, await entryOf({ url: `${site.url}/@ann/1234567890123` }))
    expect(outline(thread)).toEqual([
      'Eve: <p>11</p>',
      '>Eve: <p>12</p>',
      'fay: <details><summary>Food &amp; drink</summary><p>13</p></details>',
    ])
    expect(site.requests.at(-1)?.path).toBe('/api/v1/statuses/1234567890123/context')
  })

  test('Bluesky: links by bytes of the text, and posts that are blocked', async () => {
    const post = (key: string, text: string, more = {}) => ({
      post: {
        uri: `at://did:plc:gus/app.bsky.feed.post/${key}`,
        author: { did: 'did:plc:gus', handle: 'gus.example', displayName: 'Gus' },
        record: { text, createdAt: iso(TEN), ...more },
        likeCount: 2,
      },
      replies: [],
    })
    const facet = { index: { byteStart: 4, byteEnd: 8 }, features: [{ uri: 'https://a.example/' }] }
    serve({
      thread: {
        ...post('aaaaa', 'The post'),
        replies: [
          {
            ...post('bbbbb', 'né, <b> here\nand there', { facets: [facet] }),
            replies: [post('ccccc', 'Below')],
          },
          {
            $type: 'app.bsky.feed.defs#blockedPost',
            uri: 'at://did:plc:hal/app.bsky.feed.post/ddddd',
            blocked: true,
          },
        ],
      },
    })
    const thread = await read(ann, await entryOf({ url: 'https://bsky.app/profile/gus.example/post/aaaaa' }))
    expect(outline(thread).map((line) => line.replace(/<a [^>]*>/, '<a>'))).toEqual([
      'Gus: <p>né,<a> &lt;b&gt;</a> here<br />and there</p>',
      '>Gus: <p>Below</p>',
      '?: deleted',
    ])
    expect(thread.comments[0]?.url).toBe('https://bsky.app/profile/did%3Aplc%3Agus/post/bbbbb')
    expect(site.requests.at(-1)?.path).toContain(
      encodeURIComponent('at://gus.example/app.bsky.feed.post/aaaaa'),
    )
  })

  test('a feed of comments, the oldest first', async () => {
    const comment = (name: string, at: number) =>
      `<item><guid>${name}</guid><title>By ${name}</title><dc:creator>${name}</dc:creator><pubDate>${new Date(at * 1000).toUTCString()}</pubDate><content:encoded><![CDATA[<p onclick="x()">${name}</p>]]></content:encoded></item>`
    site.answer = (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end(
          `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>C</title>${comment('ivo', TEN)}${comment('jan', TEN - 60)}</channel></rss>`,
        )
    const extra = { links: [{ type: 'replies', url: `${site.url}/comments/feed` }] }
    const thread = await read(ann, await entryOf({ url: 'https://blog.example/c', extra }))
    expect(outline(thread)).toEqual(['jan: <p>jan</p>', 'ivo: <p>ivo</p>'])
    expect(thread).toMatchObject({ service: 'feed', url: 'https://blog.example/c' })
  })

  test('a feed of comments that two entries name is of the page that each of them names', async () => {
    serve(
      `<rss version="2.0"><channel><title>Comments</title><item><guid>1</guid><description>&lt;a href="/more"&gt;More&lt;/a&gt;</description></item></channel></rss>`,
      { 'content-type': 'application/rss+xml' },
    )
    const naming = (page: string) =>
      entryOf({
        url: page,
        extra: { links: [{ type: 'replies', url: `${site.url}/comments.xml` }] },
      })
    const first = await read(ann, await naming('https://evil.example/a'))
    const second = await read(ann, await naming('https://blog.example/b'))
    expect([first.url, second.url]).toEqual(['https://evil.example/a', 'https://blog.example/b'])
    expect(outline(second)[0]).toContain('https://blog.example/more')
  })

  test('the last look is of one user, and an earlier one changes nothing', async () => {
    serve(hackerNews([item(2, 'One')]))
    const id = await entryOf({ url: story })
    await see(ann, id, now - 5_000)
    await see(ann, id, now - 9_000)
    expect((await read(ann, id)).seenAt).toBe(now - 5_000)
    expect((await read(ben, id)).seenAt).toBeNull()
    // Of a device whose clock is ahead.
    await see(ann, id, now + 86_400_000)
    expect((await read(ann, id)).seenAt).toBe(now)
  })

  test('an entry of a feed that is private to another user has no comments for anyone else', async () => {
    const id = await entryOf({ url: story }, true)
    expect((await ben.request(`/threads?entryId=${id}`)).status).toBe(404)
    expect((await see(ben, id, now)).status).toBe(404)
    expect((await server.request(`/threads?entryId=${id}`)).status).toBe(401)
    expect(site.requests).toEqual([])
  })

  test('an entry that names none has none, and no request is sent', async () => {
    const id = await entryOf({
      url: 'https://blog.example/2026/01/title',
      content: '<a href="https://a.example/@b/1234567890123">x</a>',
    })
    expect(await get(ann, id)).toEqual({ state: 'none' })
    expect(site.requests).toEqual([])
  })

  test('all users share one request in some minutes, which then is conditional', async () => {
    serve(hackerNews([item(2, 'One')]), { etag: '"a"' })
    const id = await entryOf({ url: story })
    await Promise.all([read(ann, id), read(ben, id)])
    await read(ann, id)
    expect(site.requests).toHaveLength(1)
    now += 300_000
    site.answer = (_, response) => void response.writeHead(304).end()
    expect((await read(ben, id)).comments).toHaveLength(1)
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"a"'])
  })

  test('a service that asks to wait is left alone, and what was read before is shown', async () => {
    const id = await entryOf({ url: story })
    serve(hackerNews([item(2, 'One')]))
    await read(ann, id)
    now += 300_000
    site.answer = (_, response) => void response.writeHead(429, { 'retry-after': '900' }).end()
    expect((await read(ann, id)).comments).toHaveLength(1)
    now += 600_000
    await read(ann, id)
    // The whole service is.
    const other = await entryOf({ url: 'https://news.ycombinator.com/item?id=4343' })
    expect(await get(ben, other)).toMatchObject({ state: 'failed', reason: 'busy' })
    expect(site.requests).toHaveLength(2)
  })

  test.each([
    [410, '', 'gone'],
    [429, '', 'busy'],
    [503, '', 'busy'],
    [403, '', 'refused'],
    [200, '{"children":', 'unreadable'],
    [200, '<html>Log in</html>', 'unreadable'],
    [200, '{"title":"No list"}', 'unreadable'],
  ] as const)('HTTP %i with “%s” is %s, and not requested again at once', async (status, body, reason) => {
    site.answer = (_, response) => void response.writeHead(status).end(body)
    const id = await entryOf({ url: story })
    expect(await get(ann, id)).toEqual({ state: 'failed', reason, url: story })
    await get(ben, id)
    expect(site.requests).toHaveLength(1)
  })

  test('an address inside the network is not requested', async () => {
    const id = await entryOf({ url: 'http://10.0.0.1/@ann/1234567890123' })
    expect(await get(ann, id)).toMatchObject({ state: 'failed', reason: 'unreachable' })
  })

  afterEach(() => {
    site.answer = (_, response) => void response.writeHead(404).end()
  })
})

const readJson = (json: unknown, service: Parameters<typeof readThread>[0]['service'] = 'hackerNews') =>
  readThread({
    service,
    bytes: new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json)),
    contentType: 'application/json',
    url: 'https://service.example/',
    page: 'https://page.example/',
    now: NOW,
  })

test('an enormous thread is bounded, and says how many comments there are', () => {
  const many = readJson(hackerNews(Array.from({ length: 5_000 }, (_, at) => item(at + 1, 'x'.repeat(2_000)))))
  expect(many?.total).toBe(5_000)
  expect(many?.comments.length).toBeLessThanOrEqual(1_000)
  expect(JSON.stringify(many).length).toBeLessThan(2_500_000)
  const long = readJson(hackerNews([item(1, 'y'.repeat(300_000))]))
  expect(long?.comments[0]?.content?.length).toBeLessThan(50_000)
  const nested = readJson(
    `{"children":[${'{"id":1,"text":"z","author":"a","children":['.repeat(20_000)}${']}'.repeat(20_000)}]}`,
  )
  expect(nested?.comments.at(-1)?.depth).toBeLessThanOrEqual(100)
})

test('hostile comments cannot run, whatever the service', () => {
  for (const { name, html } of attacks('https://bad.example', 'https://ok.example')) {
    const thread = readJson(hackerNews([item(1, html), { id: { a: 1 }, children: 'x' }]))
    expect(thread?.comments[0]?.content ?? '', name).not.toMatch(
      /<script|<[a-z][^<>]*(\son\w+=|(src|href)="\s*javascript:)/i,
    )
  }
  const thread = readJson(
    { descendants: [{ id: '1', url: 'javascript:alert(1)', account: { url: 'data:text/html,x' } }] },
    'mastodon',
  )
  expect(thread?.comments[0]).toMatchObject({ url: null, authorUrl: null })
})

test.each([
  ['https://news.ycombinator.com/item?id=1', 'hackerNews'],
  ['https://lobste.rs/s/abc123', 'lobsters'],
  ['https://old.reddit.com/r/a/comments/p1', 'reddit'],
  ['https://example.social/@ann/112233445566778899', 'mastodon'],
  ['https://example.social/users/ann/statuses/112233445566778899', 'mastodon'],
  ['https://bsky.app/profile/did:plc:abc/post/3kabc', 'bluesky'],
  ['https://news.ycombinator.com/newest', undefined],
  ['https://blog.example/@ann/12', undefined],
  ['ftp://lobste.rs/s/abc123', undefined],
  ['not an address', undefined],
])('%s is a thread of %s', (url, service) => {
  expect(threadSourceOf({ url, extra: null, content: null }, PUBLIC_BASES)?.service).toBe(service)
})

test.each(kinds)(
  'looks at comments are one row per user and entry, and end with either, on %s',
  async (kind) => {
    const storage = await openTestStorage(kind)
    const [ann, ben] = [await seedUser(storage), await seedUser(storage)]
    const feedId = await seedFeed(storage)
    const [one = '', two = ''] = await seedEntries(storage, feedId, [{}, {}])
    const look = (userId: string, entryId: string, at: number) =>
      putThreadLook(storage, { userId, entryId, at })
    await look(ann, one, 5)
    await look(ann, one, 9)
    await look(ann, one, 7)
    await look(ben, one, 3)
    await look(ann, two, 1)
    expect(await threadLookOf(storage, ann, one)).toBe(9)
    expect(await threadLookOf(storage, ben, one)).toBe(3)
    expect(await threadLookOf(storage, ben, two)).toBeNull()
    await storage.db.deleteFrom('entries').where('id', '=', one).execute()
    await storage.db.deleteFrom('user').where('id', '=', ben).execute()
    expect(await storage.db.selectFrom('threadLooks').select(['userId', 'entryId']).execute()).toEqual([
      { userId: ann, entryId: two },
    ])
    await storage.close()
  },
)
