import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pageAddressOf } from '../../contract/page-address.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { createFeeds, type Feeds } from './index.ts'

const PICKED = { item: 'li', title: '', link: '', date: '', summary: '' }
const SETTINGS = {
  userAgent: null,
  proxy: null,
  username: null,
  allowsInsecure: false,
  ignoresEdits: false,
  usesFetcher: true,
}
/** The page before its scripts run. */
const BARE = '<html><body><div id="app"></div><script src="app.js"></script></body></html>'
const rendered = (names: readonly string[]) =>
  `<html><head><title>App</title></head><body>${names.map((name) => `<li><a href="/${name}">Story ${name}</a></li>`).join('')}</body></html>`

describe('an outside fetcher', () => {
  let server: TestServer
  let feeds: Feeds
  let site: Site
  let fetcher: Site
  let ann: TestUser

  /** The guard lets requests to the site through, and none to the fetcher: its address is in another block. */
  const start = async (env: Record<string, string>) => {
    server = await startTestServer({
      env,
      feeds: {
        follow: (url, userId) => feeds.follow(url, userId),
        preview: (url, userId) => feeds.preview(url, userId),
        refresh: (id) => feeds.refresh(id),
        inspectPage: (url, usesFetcher, userId) => feeds.inspectPage(url, usesFetcher, userId),
      },
    })
    feeds = createFeeds(server.services)
    ann = await server.signUp('ann')
  }
  beforeEach(async () => {
    site = await startSite()
    site.answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(BARE)
    fetcher = await startSite()
    fetcher.answer = (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(rendered(['a', 'b', 'c']))
  })
  afterEach(async () => {
    await feeds.stop()
    site.close()
    fetcher.close()
    await server.close()
  })
  const withFetcher = () =>
    start({ FETCH_ALLOW: new URL(site.url).host, FETCHER_URL: `${fetcher.url}/content?token=secret` })
  const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
  const inspect = (url: string, usesFetcher = true) =>
    ann.request('/page-feeds/inspect', { method: 'POST', body: { url, usesFetcher } })
  const follow = async (url: string) => {
    const answer = await ann.request('/subscriptions', { method: 'POST', body: { url, view: 0 } })
    return ((await answer.json()) as { feed: { id: string } }).feed.id
  }
  const titles = async (feedId: string) => {
    const answer = await ann.request('/entries', { method: 'POST', body: { feedId } })
    return (await dataOf<{ entries: { title: string } }[]>(answer))
      .map(({ entries }) => entries.title)
      .toSorted()
  }
  const messageOf = async (feedId: string) => {
    const { fetches } = await dataOf<{ fetches: { message: string | null }[] }>(
      await ann.request(`/feeds/fetches?id=${feedId}`),
    )
    return fetches[0]?.message
  }

  test('makes a feed of a page that is empty without its scripts, and is sent the address alone', async () => {
    await withFetcher()
    const bare = await dataOf<{ candidates: object[] }>(await inspect(`${site.url}/app`, false))
    expect(bare.candidates).toEqual([])
    const page = await dataOf<{ title: string; candidates: { count: number }[] }>(
      await inspect(`${site.url}/app`),
    )
    expect(page).toMatchObject({ title: 'App', candidates: [{ count: 3 }, { count: 3 }] })
    // The site itself was requested only without the fetcher.
    expect(site.requests).toHaveLength(1)

    const id = await follow(pageAddressOf({ ...PICKED, url: `${site.url}/app`, usesFetcher: true }))
    expect(await titles(id)).toEqual(['Story a', 'Story b', 'Story c'])
    fetcher.answer = (_, response) => void response.end(rendered(['d', 'a', 'b', 'c']))
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'stored', newEntries: 1 })
    const last = fetcher.requests.at(-1)
    expect(last).toMatchObject({
      path: '/content?token=secret',
      body: JSON.stringify({ url: `${site.url}/app` }),
    })
    expect(last?.headers['content-type']).toBe('application/json')
    expect(last?.headers).not.toHaveProperty('cookie')
  })

  test('fetches a feed whose settings say so, and no other user’s', async () => {
    await withFetcher()
    site.answer = (_, response) => void response.end(rssOf(['plain']))
    const shared = await follow(`${site.url}/feed`)
    fetcher.answer = (_, response) => void response.end(rssOf(['plain', 'behind the challenge']))
    const body = { id: shared, ...SETTINGS, cookie: 'session=ann' }
    const { feedId } = await dataOf<{ feedId: string }>(
      await ann.request('/feeds/request', { method: 'PUT', body }),
    )
    expect(await titles(feedId)).toEqual(['behind the challenge', 'plain'])
    expect(await dataOf(await ann.request(`/feeds/request?id=${feedId}`))).toMatchObject({
      usesFetcher: true,
    })
    expect(fetcher.requests.at(-1)?.headers).not.toHaveProperty('cookie')
    const requests = fetcher.requests.length
    await feeds.refresh(shared)
    expect(fetcher.requests).toHaveLength(requests)

    const ben = await server.signUp('ben')
    expect((await ben.request(`/feeds/request?id=${feedId}`)).status).toBe(404)
    expect(
      (await ben.request('/feeds/request', { method: 'PUT', body: { id: feedId, ...SETTINGS } })).status,
    ).toBe(404)
  })

  test('is not sent addresses inside the network', async () => {
    await withFetcher()
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://localhost/',
      `${fetcher.url}/`,
    ]) {
      const answer = await inspect(url)
      expect(answer.status).toBe(400)
      expect(((await answer.json()) as { reason: string }).reason).toMatch(/inside a network/)
    }
    expect(fetcher.requests).toEqual([])
  })

  test('that fails is an error of the feed in words, which do not say where it is', async () => {
    await withFetcher()
    const id = await follow(pageAddressOf({ ...PICKED, url: `${site.url}/app`, usesFetcher: true }))
    const failures: readonly [Site['answer'], RegExp][] = [
      [
        (_, response) => void response.writeHead(500).end('crash'),
        /could not fetch the page \(its response: HTTP 500\)$/,
      ],
      [(_, response) => void response.end(''), /^The outside fetcher sent an empty page$/],
      [
        (_, response) => void response.writeHead(302, { location: `${site.url}/app` }).end(),
        /^The outside fetcher/,
      ],
      [(_, response) => void response.destroy(), /^The outside fetcher cannot be reached$/],
      [(_, response) => void response.end('<p>nothing here</p>'), /^Nothing on the page matches “li”/],
    ]
    for (const [answer, message] of failures) {
      fetcher.answer = answer
      expect(await feeds.refresh(id)).toMatchObject({ outcome: 'failed' })
      expect(await messageOf(id)).toMatch(message)
      expect(await messageOf(id)).not.toMatch(/127\.0\.0\.1|token/)
    }
    expect(await titles(id)).toHaveLength(3)
  })

  test('that is not set up is named, and the site is not requested in its place', async () => {
    await start({ FETCH_ALLOW: new URL(site.url).host })
    const answer = await inspect(`${site.url}/app`)
    expect(((await answer.json()) as { reason: string }).reason).toMatch(
      /none is set up on this server \(FETCHER_URL\)/,
    )
    expect(site.requests).toEqual([])
    const configs = await dataOf<{ FETCHER_ENABLED: boolean }>(await server.request('/status/configs'))
    expect(configs.FETCHER_ENABLED).toBe(false)
  })
})
