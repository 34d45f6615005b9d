import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import { appPasswordOf, greaderOf } from '../../../tests/support/sync.ts'
import { pageAddressOf } from '../../contract/page-address.ts'
import { broadcastInput } from '../live/broadcast-rules.ts'
import { firstFetches } from '../opml/first-fetch.ts'
import { FIRST_FETCH_QUEUE } from '../storage/lists/imports.ts'
import { splitCredentials, textWithoutCredentials, withCredentials } from './fetch/credentials.ts'
import { createFeeds, sealAddresses, type Feeds } from './index.ts'

const SECRET = 'hunter2'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each([
  [
    'http://ann:hunter2@site.example/feed',
    'http://site.example/feed',
    { username: 'ann', password: 'hunter2' },
  ],
  [
    'https://ann%40b:p%3Aw%2F@site.example:8443/',
    'https://site.example:8443/',
    { username: 'ann@b', password: 'p:w/' },
  ],
  ['https://ann@site.example/', 'https://site.example/', { username: 'ann', password: '' }],
  ['https://site.example/@ann?a=b@c', 'https://site.example/@ann?a=b@c', null],
  ['hub://mastodon/ann@site.example', 'hub://mastodon/ann@site.example', null],
])('%s is known as %s', (typed, address, credentials) => {
  expect(splitCredentials(typed)).toEqual({ address, credentials })
  if (credentials)
    expect(splitCredentials(withCredentials(address, credentials))).toEqual({ address, credentials })
})

test('a page that is made into a feed is known without them', () => {
  const page = { item: 'p', title: '', link: '', date: '', summary: '', usesFetcher: false }
  const open = pageAddressOf({ ...page, url: 'https://ann:hunter2@site.example/' })
  expect(splitCredentials(open)).toEqual({
    address: pageAddressOf({ ...page, url: 'https://site.example/' }),
    credentials: { username: 'ann', password: SECRET },
  })
})

test('messages and broadcasts are without them', () => {
  expect(textWithoutCredentials('"ftp://ann:hunter2@a.example/@b" and http://c.example/?d@e')).toBe(
    '"ftp://a.example/@b" and http://c.example/?d@e',
  )
  expect(broadcastInput('subscriptions.create', { url: 'http://ann:hunter2@a.example/f', view: 0 })).toEqual({
    url: 'http://a.example/f',
    view: 0,
  })
})

describe.each(kinds)('a name and a password in an address, on %s', (kind) => {
  let server: TestServer
  let feeds: Feeds
  let site: Site
  let ann: TestUser
  let ben: TestUser
  let address: string
  let open: string

  beforeEach(async () => {
    site = await startSite()
    site.answer = (request, response) => {
      if (request.headers.authorization !== basic(`ann:${SECRET}`)) return void response.writeHead(401).end()
      if (request.url === '/page')
        return void response.end('<link rel="alternate" type="application/rss+xml" href="/feed">')
      response.end(rssOf(['members'], '<link>/home</link>'))
    }
    server = await startTestServer({
      kind,
      env: { FETCH_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent' },
      feeds: {
        follow: (url, userId) => feeds.follow(url, userId),
        preview: (url, userId) => feeds.preview(url, userId),
        discover: (url, userId) => feeds.discover(url, userId),
        refresh: (id) => feeds.refresh(id),
      },
    })
    feeds = createFeeds(server.services)
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
    address = `${site.url}/feed`
    open = address.replace('//', `//ann:${SECRET}@`)
  })
  afterEach(async () => {
    await feeds.stop()
    site.close()
    await server.close()
  })

  const follow = async (who: TestUser, url: string) => {
    const answer = await who.request('/subscriptions', { method: 'POST', body: { url, view: 0 } })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { feed: { id: string; url: string } }).feed
  }
  const dataOf = async <T>(who: TestUser, path: string) =>
    ((await (await who.request(path)).json()) as { data: T }).data
  const titles = async (who: TestUser, feedId: string) => {
    const answer = await who.request('/entries', { method: 'POST', body: { feedId } })
    const { data } = (await answer.json()) as { data?: { entries: { title: string } }[] }
    return (data ?? []).map(({ entries }) => entries.title)
  }
  /** Every value of the database, as text. */
  const stored = async () => {
    const texts: string[] = []
    for (const { name } of await server.storage.db.introspection.getTables()) {
      const rows = await server.storage.db
        .selectFrom(name as 'feeds')
        .selectAll()
        .execute()
      texts.push(JSON.stringify([name, rows]))
    }
    return texts.join('\n')
  }
  const expectPrivate = async (feedId: string) => {
    expect(await titles(ann, feedId)).toEqual(['members'])
    expect(await titles(ben, feedId)).toEqual([])
    expect((await server.request(`/feeds?id=${feedId}`)).status).toBe(404)
    expect((await ben.request(`/feeds?id=${feedId}`)).status).toBe(404)
    expect(await stored()).not.toContain(SECRET)
    for (const path of ['/subscriptions', '/subscriptions/export', `/feeds?id=${feedId}`])
      expect(await (await ann.request(path)).text()).not.toContain(SECRET)
    site.requests.length = 0
    await feeds.refresh(feedId)
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([basic(`ann:${SECRET}`)])
  }

  test('make a feed of the user’s own, whose address and stored settings are without them', async () => {
    const { id, url } = await follow(ann, open)
    expect(url).toBe(address)
    await expectPrivate(id)
    const settings = await (await ann.request(`/feeds/request?id=${id}`)).json()
    expect(settings).toMatchObject({ data: { username: 'ann', hasPassword: true, allowsInsecure: true } })
  })

  test('are typed for a page, and sent to the feed of the same site', async () => {
    const page = open.replace('/feed', '/page')
    const found = await (await ann.request('/discover', { method: 'POST', body: { keyword: page } })).json()
    expect(found).toMatchObject({ data: [{ feed: { url: open } }] })
    const { id } = await follow(ann, page)
    await expectPrivate(id)
  })

  test('are previewed by their user alone', async () => {
    const path = `/feeds?url=${encodeURIComponent(open)}`
    expect(await (await ann.request(path)).json()).toMatchObject({ data: { feed: { url: open } } })
    expect((await server.request(path)).status).toBe(401)
    expect(await stored()).not.toContain(SECRET)
  })

  test('move a subscription of theirs, and are changed by following again', async () => {
    const shared = await seedFeed(server.storage, { url: address })
    for (const { id } of [ann, ben]) await seedSubscription(server.storage, id, shared)
    const { id } = await follow(ann, open)
    const again = await follow(ann, open)
    expect(again.id).toBe(id)
    expect(await dataOf(ann, '/subscriptions')).toMatchObject([{ feedId: id, isPrivate: true }])
    expect(await dataOf(ben, '/subscriptions')).toMatchObject([{ feedId: shared }])
    await expectPrivate(id)
  })

  test('of a wrong password change nothing', async () => {
    const { id } = await follow(ann, open)
    const body = { url: open.replace(SECRET, 'wrong'), view: 0 }
    expect((await ann.request('/subscriptions', { method: 'POST', body })).status).toBe(400)
    await expectPrivate(id)
  })

  test('come by another reader’s quickadd and edit', async () => {
    const reader = await greaderOf(
      server,
      { user: ann, password: await appPasswordOf(ann) },
      '/api/greader.php',
    )
    const idOf = async () => {
      const { subscriptions } = (await (await reader.get('subscription/list')).json()) as {
        subscriptions: { id: string; url: string }[]
      }
      expect(subscriptions.map(({ url }) => url)).toEqual([address])
      return subscriptions[0]?.id.replace('feed/', '') ?? ''
    }
    const added = await reader.post('subscription/quickadd', { quickadd: open })
    const { numResults, streamId } = (await added.json()) as { numResults: number; streamId: string }
    expect([numResults, streamId]).toEqual([1, `feed/${await idOf()}`])
    await expectPrivate(await idOf())
    await ann.request('/subscriptions', { method: 'DELETE', body: { url: open } })
    expect((await reader.post('subscription/edit', { ac: 'subscribe', s: `feed/${open}` })).status).toBe(200)
    await expectPrivate(await idOf())
  })

  test('come by a file', async () => {
    const file = `<opml><body><outline type="rss" text="${open}" xmlUrl="${open}"/>
      <outline type="rss" text="No" xmlUrl="ftp://ann:${SECRET}@a.example/"/></body></opml>`
    const answer = await ann.request('/subscriptions/import', {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain(SECRET)
    const { db } = server.storage
    const jobs = await db.selectFrom('jobs').selectAll().where('queue', '=', FIRST_FETCH_QUEUE).execute()
    const { run } = firstFetches({ ...server.services, feeds })[FIRST_FETCH_QUEUE]!
    for (const job of jobs)
      await run({ ...job, payload: JSON.parse(job.payload) }, new AbortController().signal)
    const status = await dataOf<{ successfulItems: { id: string }[] }>(ann, '/subscriptions/import')
    expect(status).toMatchObject({ successfulItems: [{ url: address }], running: false })
    await expectPrivate(status.successfulItems[0]?.id ?? '')
  })

  test('of stored feeds are sealed, and the feed is left to its first follower', async () => {
    const { db } = server.storage
    const feedId = await seedFeed(server.storage, { url: open, siteUrl: open, bodyHash: 'x' })
    await seedEntries(server.storage, feedId, [
      { guid: 'members', title: 'members', url: `${open}/1`, content: `<a href="${open}/1">x</a>` },
    ])
    await seedSubscription(server.storage, ben.id, feedId, { createdAt: NOON + 1 })
    await seedSubscription(server.storage, ann.id, feedId, { createdAt: NOON })
    await db
      .insertInto('feedAliases')
      .values({ url: `${open}/old`, feedId })
      .execute()
    const unused = await seedFeed(server.storage, { url: `${open}/unused` })
    const message = `The feed moved to ${open}`
    await db
      .insertInto('feedFetches')
      .values({
        feedId,
        at: 1,
        status: 200,
        outcome: 'moved',
        message,
        newEntries: 0,
        bytes: 0,
        milliseconds: 0,
      })
      .execute()
    const deps = { ...server.services, newId: testId }
    // An @ in a path is no password.
    const past = { url: 'https://social.example/@ann.rss', feedId: await seedFeed(server.storage) }
    await db.insertInto('feedAliases').values(past).execute()
    const isDone = async () =>
      (await db.selectFrom('serverKeys').select('name').where('name', 'like', 'addresses%').execute())
        .length > 0
    await db.deleteFrom('serverKeys').where('name', 'like', 'addresses%').execute()
    await sealAddresses(deps)
    expect(await isDone()).toBe(false)
    await sealAddresses(deps)
    expect(await isDone()).toBe(true)
    expect(await db.selectFrom('feedAliases').selectAll().execute()).toEqual([past])
    await expectPrivate(feedId)
    const rows = await db.selectFrom('subscriptions').selectAll().orderBy('createdAt').execute()
    expect(rows).toMatchObject([
      { userId: ann.id, feedId, isPrivate: 1 },
      { userId: ben.id, isPrivate: 0 },
    ])
    const [shared] = await db.selectFrom('feeds').selectAll().where('id', '=', rows[1]!.feedId).execute()
    expect(shared?.url).toBe(address)
    expect(await db.selectFrom('feeds').selectAll().where('id', '=', unused).execute()).toEqual([])
  })
})
