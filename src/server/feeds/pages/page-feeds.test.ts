import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageAddressOf, readPageAddress, type PageSource } from '../../../contract/page-address.ts'
import { noMatchMessage } from '../../../contract/page-problems.ts'
import { startSite, type Site } from '../../../../tests/support/site.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../../tests/support/server.ts'
import { selectFeeds } from '../../storage/feeds/feed-schedule.ts'
import { createFeeds, type Feeds } from '../index.ts'

type Post = { readonly slug: string; readonly title: string; readonly summary?: string }
const pageOf = (posts: readonly Post[], more = '') =>
  `<!doctype html><html lang="en"><head><title>The village paper</title></head><body>
  <nav><ul><li><a href="/">Home</a></li><li><a href="/a">About</a></li><li><a href="/b">Bakery</a></li></ul></nav>
  <main>${posts
    .map(
      ({ slug, title, summary = 'What happened in the village, told at some length.' }) =>
        `<article class="post"><h2><a href="/news/${slug}">${title}</a></h2>
        <time datetime="2026-03-0${(slug.length % 8) + 1}">then</time><p class="excerpt">${summary}</p></article>`,
    )
    .join('')}</main>${more}</body></html>`
const POSTS: readonly Post[] = [
  { slug: 'mill', title: 'The mill turns again' },
  { slug: 'bridge', title: 'A bridge of three boards' },
  { slug: 'choir', title: 'The choir goes to town' },
]
const SELECTORS = { item: 'article.post', title: 'h2', link: 'h2 a', date: 'time', summary: '.excerpt' }

describe('feeds made of pages', () => {
  let server: TestServer
  let feeds: Feeds
  let site: Site
  let ann: TestUser
  let ben: TestUser

  beforeAll(async () => {
    server = await startTestServer({
      env: { FETCH_ALLOW: '127.0.0.1' },
      feeds: {
        follow: (url, userId) => feeds.follow(url, userId),
        preview: (url, userId) => feeds.preview(url, userId),
        discover: (url, userId) => feeds.discover(url, userId),
        refresh: (id) => feeds.refresh(id),
        inspectPage: (url, usesFetcher, userId) => feeds.inspectPage(url, usesFetcher, userId),
      },
    })
    feeds = createFeeds(server.services)
  })
  afterAll(async () => {
    await feeds.stop()
    await server.close()
  })
  beforeEach(async () => {
    site = await startSite()
    serve(pageOf(POSTS))
    ann = await server.signUp()
    ben = await server.signUp()
  })
  afterEach(() => site.close())

  const serve = (page: string, type = 'text/html; charset=utf-8') => {
    site.answer = (_, response) => void response.writeHead(200, { 'content-type': type }).end(page)
  }
  const addressOf = (changed: Partial<PageSource> = {}) =>
    pageAddressOf({ ...SELECTORS, url: `${site.url}/news`, usesFetcher: false, ...changed })
  const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
  const inspect = (who: TestUser, url: string, usesFetcher = false) =>
    who.request('/page-feeds/inspect', { method: 'POST', body: { url, usesFetcher } })
  const follow = async (who: TestUser, url: string) => {
    const answer = await who.request('/subscriptions', { method: 'POST', body: { url, view: 0 } })
    return ((await answer.json()) as { feed: { id: string } }).feed.id
  }
  const preview = (who: TestUser, url: string) =>
    who.request(`/feeds?${new URLSearchParams({ url, entriesLimit: '3' })}`)
  const entriesOf = async (who: TestUser, feedId: string) => {
    const answer = await who.request('/entries', { method: 'POST', body: { feedId, withContent: true } })
    const rows =
      await dataOf<{ entries: { title: string; url: string; publishedAt: string; description: string } }[]>(
        answer,
      )
    return rows.map(({ entries }) => entries)
  }
  const storedFeeds = () => server.storage.db.selectFrom('feeds').select('id').execute()
  const reasonOf = async (answer: Response) => ((await answer.json()) as { reason?: string }).reason

  test('the best candidate of a page makes the feed of its posts', async () => {
    const answer = await inspect(ann, `${site.url}/news`)
    expect(answer.status).toBe(200)
    const page = await dataOf<{
      url: string
      title: string
      outline: string
      candidates: { selectors: typeof SELECTORS; count: number; samples: string[] }[]
    }>(answer)
    expect(page).toMatchObject({ url: `${site.url}/news`, title: 'The village paper' })
    expect(page.candidates[0]).toEqual({
      selectors: SELECTORS,
      count: 3,
      samples: POSTS.map(({ title }) => title),
    })
    expect(page.outline).toContain('<article data-candidates="0">')

    const id = await follow(ann, addressOf(page.candidates[0]?.selectors))
    const entries = await entriesOf(ann, id)
    expect(entries.map(({ title, url }) => [title, url]).toSorted()).toEqual(
      POSTS.map(({ slug, title }) => [title, `${site.url}/news/${slug}`]).toSorted(),
    )
    expect(entries.find(({ title }) => title === 'The mill turns again')).toMatchObject({
      publishedAt: '2026-03-05T00:00:00.000Z',
      description: 'What happened in the village, told at some length.',
    })
  })

  test('a preview stores nothing, and changing its selectors sends no further request', async () => {
    const before = await storedFeeds()
    await inspect(ann, `${site.url}/news`)
    const { feed, entries } = await dataOf<{ feed: { title: string }; entries: { title: string }[] }>(
      await preview(ann, addressOf()),
    )
    expect(feed.title).toBe('The village paper')
    expect(entries.map(({ title }) => title)).toEqual(POSTS.map(({ title }) => title))
    const other = await dataOf<{ entries: { title: string }[] }>(
      await preview(ann, addressOf({ title: '.excerpt' })),
    )
    expect(other.entries[0]?.title).toMatch(/^What happened/)
    expect(site.requests).toHaveLength(1)
    expect(await storedFeeds()).toEqual(before)
  })

  test('the same page and selectors are one feed for all users, and others another', async () => {
    const shared = await follow(ann, addressOf())
    expect(await follow(ben, `${addressOf()}&unknown=1`)).toBe(shared)
    const other = await follow(ben, addressOf({ item: 'nav li', title: '', link: '', date: '', summary: '' }))
    expect(other).not.toBe(shared)
    expect((await entriesOf(ben, other)).map(({ title }) => title).toSorted()).toEqual([
      'About',
      'Bakery',
      'Home',
    ])
    expect((await entriesOf(ann, shared)).length).toBe(3)
  })

  test('settings of one user make a feed that others neither see nor reach', async () => {
    site.answer = (request, response) => {
      const posts =
        request.headers.cookie === 'session=ann' ? [...POSTS, { slug: 'x', title: 'For members' }] : POSTS
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(posts))
    }
    const shared = await follow(ann, addressOf())
    await follow(ben, addressOf())
    const settings = { userAgent: null, proxy: null, username: null, ignoresEdits: false, usesFetcher: false }
    const body = { id: shared, ...settings, allowsInsecure: true, cookie: 'session=ann' }
    const own = await dataOf<{ feedId: string }>(await ann.request('/feeds/request', { method: 'PUT', body }))
    expect((await entriesOf(ann, own.feedId)).map(({ title }) => title)).toContain('For members')
    expect(await entriesOf(ben, own.feedId)).toEqual([])
    expect((await ben.request(`/feeds?id=${own.feedId}`)).status).toBe(404)
    expect((await entriesOf(ben, shared)).map(({ title }) => title)).not.toContain('For members')
    const list = await dataOf<{ feeds: { url: string } }[]>(await ann.request('/subscriptions'))
    expect(list.map((one) => one.feeds.url)).toEqual([addressOf()])
  })

  test('new posts are new entries, and old ones stay', async () => {
    const id = await follow(ann, addressOf())
    serve(pageOf([{ slug: 'fair', title: 'The fair is on Sunday' }, ...POSTS.slice(0, 2)]))
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'stored', newEntries: 1 })
    expect((await entriesOf(ann, id)).map(({ title }) => title)).toHaveLength(4)
  })

  test('a page on which nothing matches any more is an error of its feed by name, and loses no entry', async () => {
    const id = await follow(ann, addressOf())
    serve('<html><body><div class="story">All is new here</div></body></html>')
    expect(await feeds.refresh(id)).toMatchObject({
      outcome: 'failed',
      message: noMatchMessage('article.post'),
    })
    const row = await selectFeeds(server.storage.db).where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ errorMessage: noMatchMessage('article.post'), failures: 1 })
    expect(await entriesOf(ann, id)).toHaveLength(3)
    serve(pageOf(POSTS))
    expect(await feeds.refresh(id)).toMatchObject({ outcome: 'stored' })
  })

  test('selectors that are none, or match nothing, are errors in words', async () => {
    const before = await storedFeeds()
    for (const [changed, reason] of [
      [{ item: 'article[' }, /“article\[” is not a CSS selector/],
      [{ title: 'h2:nope' }, /“h2:nope” is not a CSS selector/],
      [{ item: '.gone' }, /Nothing on the page matches “\.gone”/],
    ] as const) {
      const answer = await preview(ann, addressOf(changed))
      expect(answer.status).toBe(400)
      expect(await reasonOf(answer)).toMatch(reason)
      const following = await ann.request('/subscriptions', {
        method: 'POST',
        body: { url: addressOf(changed), view: 0 },
      })
      expect(following.status).toBe(400)
    }
    expect(await storedFeeds()).toEqual(before)
  })

  test('a page inside the network is not fetched, by any of the ways', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]/',
      'http://printer.local/',
    ]) {
      expect((await inspect(ann, url)).status).toBe(400)
      const address = addressOf({ url })
      expect(await reasonOf(await preview(ann, address))).toMatch(/inside a network/)
      const following = await ann.request('/subscriptions', {
        method: 'POST',
        body: { url: address, view: 0 },
      })
      expect(following.status).toBe(400)
    }
    site.answer = (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end()
    expect(await reasonOf(await inspect(ann, `${site.url}/away`))).toMatch(/inside a network/)
  })

  test('strangers cause no request', async () => {
    const body = { url: `${site.url}/news` }
    expect((await server.request('/page-feeds/inspect', { method: 'POST', body })).status).toBe(401)
    expect((await server.request(`/feeds?${new URLSearchParams({ url: addressOf() })}`)).status).toBe(401)
    expect(site.requests).toEqual([])
  })

  test('a page that is too large or too deep is refused in words, and the server goes on', async () => {
    serve(`<html><body>${'<div>'.repeat(5_000)}`)
    expect(await reasonOf(await inspect(ann, `${site.url}/deep`))).toMatch(/nest too deep|took too long/)
    serve(`<html><body>${'<p class="a">text</p>'.repeat(500_000)}`)
    // On a busy machine the time limit applies first.
    expect(await reasonOf(await inspect(ann, `${site.url}/huge`))).toMatch(/too large|took too long/)
    serve(pageOf(POSTS))
    expect((await inspect(ann, `${site.url}/news`)).status).toBe(200)
  })

  test('an address of a page is the same however it is written, and others are none', () => {
    const address = addressOf()
    expect(readPageAddress(address)).toEqual({ ...SELECTORS, url: `${site.url}/news`, usesFetcher: false })
    for (const bad of [
      'lectern://page?item=li',
      'lectern://page?url=https%3A%2F%2Fa.example',
      'lectern://page?url=file%3A%2F%2F%2Fetc&item=li',
      'lectern://page?url=lectern%3A%2F%2Fpage&item=li',
      `lectern://page?url=https%3A%2F%2Fa.example&item=${'a'.repeat(400)}`,
      'lectern://pages?url=https%3A%2F%2Fa.example&item=li',
    ])
      expect(readPageAddress(bad)).toBeNull()
  })
})
