import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { Output } from '../../contract/calls.ts'
import { createFeeds, type Feeds } from './index.ts'

const PLAIN = {
  userAgent: null,
  proxy: null,
  username: null,
  allowsInsecure: true,
  ignoresEdits: false,
  usesFetcher: false,
}
const item = (guid: string, title: string) =>
  `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title></item>`

describe.each(kinds)('feeds that are requested for one user, on %s', (kind) => {
  let server: TestServer
  let feeds: Feeds
  let site: Site
  let ann: TestUser
  let ben: TestUser
  let address: string
  let shared: string

  beforeEach(async () => {
    site = await startSite()
    site.answer = (request, response) =>
      void response.end(rssOf(request.headers.cookie === 'session=ann' ? ['open', 'members'] : ['open']))
    server = await startTestServer({
      kind,
      env: { FETCH_ALLOW: '127.0.0.1' },
      feeds: { follow: (url, userId) => feeds.follow(url, userId), refresh: (id) => feeds.refresh(id) },
    })
    feeds = createFeeds(server.services)
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
    address = `${site.url}/feed`
    shared = await follow(ann)
    await follow(ben)
  })
  afterEach(async () => {
    await feeds.stop()
    site.close()
    await server.close()
  })

  const follow = async (who: TestUser, url = address) => {
    const answer = await who.request('/subscriptions', { method: 'POST', body: { url, view: 0 } })
    return ((await answer.json()) as { feed: { id: string } }).feed.id
  }
  const update = (who: TestUser, id: string, settings: object) =>
    who.request('/feeds/request', { method: 'PUT', body: { id, ...PLAIN, ...settings } })
  const change = async (who: TestUser, id: string, settings: object) => {
    const answer = await update(who, id, settings)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { data: { feedId: string } }).data.feedId
  }
  const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
  const titles = async (who: TestUser, feedId: string) => {
    const answer = await who.request('/entries', { method: 'POST', body: { feedId } })
    const list = await dataOf<{ entries: { title: string; id: string }; read: boolean }[]>(answer)
    return list.map(({ entries }) => entries.title).toSorted()
  }
  const subscriptions = async (who: TestUser) =>
    dataOf<{ feedId: string; isPrivate: boolean; feeds: { url: string } }[]>(
      await who.request('/subscriptions'),
    )
  const last = () => site.requests.at(-1)?.headers

  test('send agent, cookie and password, and bring what is behind them to their user alone', async () => {
    const settings = { userAgent: 'Mine/1', cookie: 'session=ann', username: 'ann', password: 'wörd' }
    const own = await change(ann, shared, settings)
    expect(last()).toMatchObject({
      'user-agent': 'Mine/1',
      cookie: 'session=ann',
      authorization: `Basic ${Buffer.from('ann:wörd').toString('base64')}`,
    })
    expect(own).not.toBe(shared)
    expect(await titles(ann, own)).toEqual(['members', 'open'])
    expect(await subscriptions(ann)).toMatchObject([
      { feedId: own, isPrivate: true, feeds: { url: address } },
    ])

    await feeds.refresh(shared)
    expect(last()).not.toHaveProperty('cookie')
    expect(last()).not.toHaveProperty('authorization')
    expect(await titles(ben, shared)).toEqual(['open'])
  })

  test('are found by nobody else: by id, address, mark, list or search', async () => {
    const own = await change(ann, shared, { cookie: 'session=ann' })
    const row = await server.storage.db
      .selectFrom('feeds')
      .select('url')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    expect((await ben.request(`/feeds?id=${own}`)).status).toBe(404)
    expect((await ben.request(`/feeds/request?id=${own}`)).status).toBe(404)
    expect((await update(ben, own, {})).status).toBe(404)
    expect(
      (await ben.request('/subscriptions', { method: 'POST', body: { feedId: own, view: 0 } })).status,
    ).toBe(404)
    for (const url of [address, row.url]) expect(await follow(ben, url)).toBe(shared)
    expect(await titles(ben, own)).toEqual([])
    // A page that names the feed by its mark leads to the public feed.
    const answer = site.answer
    site.answer = (request, response) => {
      if (request.url !== '/page') return answer(request, response)
      response.end(`<link rel="alternate" type="application/rss+xml" href="${row.url}">`)
    }
    expect(await follow(ben, `${site.url}/page`)).toBe(shared)

    const list = await ann.request('/lists', { method: 'POST', body: { title: 'L', view: 0, fee: 0 } })
    const { id: listId } = await dataOf<{ id: string }>(list)
    const body = { listId, feedId: own, confirmPrivate: true }
    expect((await ann.request('/lists/feeds', { method: 'POST', body })).status).toBe(403)
    const open = { feedId: own, view: 0, isPrivate: false }
    await ann.request('/subscriptions', { method: 'PATCH', body: open })
    const seen = await dataOf<object[]>(await ben.request(`/subscriptions?userId=${ann.id}`))
    expect(seen.map((one) => 'feeds' in one)).toEqual([false])
    expect((await ben.request(`/feeds?id=${own}`)).status).toBe(404)
  })

  test('keep what was read, and stay their user’s when the address is followed again', async () => {
    await ann.request('/reads/all', { method: 'POST', body: { feedId: shared } })
    const own = await change(ann, shared, { cookie: 'session=ann' })
    expect(await dataOf(await ann.request('/reads'))).toEqual({ [own]: 1 })
    expect(await follow(ann)).toBe(own)
    expect(await subscriptions(ann)).toHaveLength(1)
    await ann.request('/subscriptions', { method: 'DELETE', body: { url: address } })
    expect(await subscriptions(ann)).toEqual([])
    expect(await server.storage.db.selectFrom('feeds').select('id').where('id', '=', own).execute()).toEqual(
      [],
    )
  })

  test('have the settings of the feed that they stand for, and those of other users and feeds stay', async () => {
    const general = (ofFeed: boolean, id: string) => ({
      readerViewFeeds: ['other', ...(ofFeed ? [id] : [])],
      feedUnreadDays: { other: 3, ...(ofFeed && { [id]: 7 }) },
      feedReadRules: { ...(ofFeed && { [id]: 'open' }), other: 20 },
      folderUnreadDays: { News: 30 },
    })
    const valuesOf = async (who: TestUser) => {
      const { settings } = (await (await who.request('/settings')).json()) as Output<'settings.get'>
      return settings['general']
    }
    for (const who of [ann, ben])
      await who.request('/settings/general', { method: 'PATCH', body: general(true, shared) })
    const own = await change(ann, shared, { cookie: 'session=ann' })
    expect(await valuesOf(ann)).toEqual(general(true, own))
    expect(await valuesOf(ben)).toEqual(general(true, shared))
    // Default settings change nothing.
    const plain = { ...general(false, shared), dimRead: true }
    const cat = await server.signUp('cat')
    await cat.request('/settings/general', { method: 'PATCH', body: plain })
    await change(cat, await follow(cat), { userAgent: 'Mine' })
    expect(await valuesOf(cat)).toEqual(plain)
  })

  test('are in an exported file with their settings, without secrets, and come back from it', async () => {
    const settings = { userAgent: 'Mine/1', username: 'ann', ignoresEdits: true }
    await change(ann, shared, { ...settings, cookie: 'session=ann', password: 'word' })
    const file = await (await ann.request('/subscriptions/export')).text()
    expect(file).toContain(`xmlUrl="${address}"`)
    expect(file).not.toMatch(/session=ann|"word"|lectern-/)

    const form = new FormData()
    form.set('file', new File([file], 'feeds.opml'))
    // Certificates are ignored only on the user's request.
    form.set('routes', 'true')
    const cat = await server.signUp('cat')
    for (const who of [ann, cat]) await who.request('/subscriptions/import', { method: 'POST', body: form })
    expect(await subscriptions(ann)).toHaveLength(1)
    const [imported] = await subscriptions(cat)
    expect(imported).toMatchObject({ isPrivate: true, feeds: { url: address } })
    expect(await dataOf(await cat.request(`/feeds/request?id=${imported?.feedId}`))).toEqual({
      ...PLAIN,
      ...settings,
      hasCookie: false,
      hasPassword: false,
    })
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('give no secret out again, and store none in the clear', async () => {
    const own = await change(ann, shared, { username: 'ann', cookie: 'session=ann', password: 'word' })
    const answer = await ann.request(`/feeds/request?id=${own}`)
    expect(await dataOf(answer)).toEqual({ ...PLAIN, username: 'ann', hasCookie: true, hasPassword: true })
    const stored = await server.storage.db.selectFrom('feedRequests').selectAll().executeTakeFirstOrThrow()
    expect([stored.cookie, stored.password]).toEqual([
      expect.stringMatching(/^sealed:/),
      expect.stringMatching(/^sealed:/),
    ])
    // An absent secret is unchanged; null removes it.
    expect(await change(ann, own, { username: 'ann', password: null })).toBe(own)
    expect(last()?.cookie).toBe('session=ann')
    expect(await dataOf(await ann.request(`/feeds/request?id=${own}`))).toMatchObject({
      hasCookie: true,
      hasPassword: false,
    })
  })

  test('send secrets over http only where that is allowed', async () => {
    const requests = site.requests.length
    const own = await change(ann, shared, { cookie: 'session=ann', allowsInsecure: false })
    expect(site.requests.length).toBe(requests)
    const answer = await ann.request(`/feeds/fetches?id=${own}`)
    const { fetches } = await dataOf<{ fetches: { message: string }[] }>(answer)
    expect(fetches[0]?.message).toMatch(/https addresses only/)
    await change(ann, own, { allowsInsecure: true })
    expect(await titles(ann, own)).toEqual(['members', 'open'])
  })

  test('keep entries as they were, where edits are ignored', async () => {
    const serve = (title: string, more = '') => {
      site.answer = (_, response) =>
        void response.end(
          `<rss version="2.0"><channel><title>F</title>${item('a', title)}${more}</channel></rss>`,
        )
    }
    serve('First')
    const own = await change(ann, shared, { ignoresEdits: true })
    await feeds.refresh(shared)
    serve('Edited', item('b', 'New'))
    await feeds.refresh(own)
    await feeds.refresh(shared)
    expect(await titles(ann, own)).toEqual(['First', 'New'])
    expect(await titles(ben, shared)).toContain('Edited')
  })

  test('stay at their address when the site moves for good', async () => {
    const own = await change(ann, shared, { cookie: 'session=ann' })
    site.answer = (request, response) => {
      if (request.url === '/feed') response.writeHead(301, { location: '/new' }).end()
      else response.end(rssOf([`cookie ${request.headers.cookie}`]))
    }
    await feeds.refresh(own)
    await feeds.refresh(shared)
    expect(await titles(ann, own)).toContain('cookie session=ann')
    expect(await titles(ben, shared)).toContain('cookie undefined')
    expect((await subscriptions(ann))[0]?.feedId).toBe(own)
  })

  describe('by a proxy', () => {
    let proxy: Server
    let targets: string[]
    beforeEach(async () => {
      targets = []
      proxy = createServer().on('connect', (request, socket) => {
        targets.push(request.url ?? '')
        const [host, port] = (request.url ?? '').split(':')
        const through = connect(Number(port), host, () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
          through.pipe(socket).pipe(through)
        })
        for (const one of [socket, through]) one.on('error', () => undefined)
      })
      proxy.listen(0, '127.0.0.1')
      await once(proxy, 'listening')
    })
    afterEach(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const proxyAt = (host: string) => `http://${host}:${(proxy.address() as AddressInfo).port}`

    test('are requested by it, and those of everybody directly', async () => {
      const own = await change(ann, shared, { proxy: proxyAt('127.0.0.1'), cookie: 'session=ann' })
      expect(targets).toEqual([new URL(site.url).host])
      expect(await titles(ann, own)).toEqual(['members', 'open'])
      await feeds.refresh(shared)
      expect(targets).toHaveLength(1)
    })

    test('are not requested by one inside the network', async () => {
      const own = await change(ann, shared, { proxy: proxyAt('127.0.0.2') })
      expect(targets).toEqual([])
      const answer = await ann.request(`/feeds/fetches?id=${own}`)
      const { fetches } = await dataOf<{ fetches: { message: string }[] }>(answer)
      expect(fetches[0]?.message).toMatch(/inside a network/)
    })
  })
})
