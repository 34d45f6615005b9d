import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSite, type Site } from '../../../tests/support/site.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import type { Output } from '../../contract/calls.ts'
import type { InboxItem } from '../../contract/inboxes.ts'
import { createFeeds, type Feeds } from '../feeds/index.ts'

const article = (title: string, words: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${`<p>${words} And a sentence that is long enough to be an article, with a comma, and another one.</p>`.repeat(8)}<script>alert(1)</script></article></body></html>`

describe('saved pages', () => {
  let server: TestServer
  let feeds: Feeds
  let site: Site
  let ann: TestUser
  let ben: TestUser
  beforeAll(async () => {
    site = await startSite()
    site.answer = (request, response) => {
      if (request.url === '/gone') return void response.writeHead(404).end()
      response.setHeader('content-type', 'text/html')
      response.end(article('On roses', 'They need water.'))
    }
    server = await startTestServer({
      env: { FETCH_ALLOW: '127.0.0.1' },
      feeds: { readPage: (url, userId) => feeds.readPage(url, userId) },
    })
    feeds = createFeeds(server.services)
    ann = await server.signUp('ann')
    ben = await server.signUp('ben')
  })
  afterAll(async () => {
    await feeds.stop()
    site.close()
    await server.close()
  })

  type Saved = Output<'inboxes.savePage'>['data']
  const save = async (who: TestUser, body: object) => {
    const response = await who.request('/inboxes/pages', { method: 'POST', body })
    return { status: response.status, ...((await response.json()) as { data: Saved; message?: string }) }
  }
  const pagesOf = async (who: TestUser, inboxId: string) => {
    const response = await who.request('/entries/inbox', { method: 'POST', body: { inboxId } })
    const { data } = (await response.json()) as { data?: InboxItem[] }
    return { status: response.status, titles: (data ?? []).map(({ entries }) => entries.title) }
  }

  test('a page is an entry of the inbox of pages with its article, once', async () => {
    const { data } = await save(ann, { url: `${site.url}/roses#top`, inboxTitle: 'Pages' })
    expect(data).toEqual({ handle: `pages-${ann.id}`, title: 'On roses', problem: null })
    await save(ann, { url: `${site.url}/roses` })
    expect(await pagesOf(ann, data.handle)).toEqual({ status: 200, titles: ['On roses'] })
    const inboxes = (await (await ann.request('/inboxes/list')).json()) as { data: { title: string }[] }
    expect(inboxes.data.map(({ title }) => title)).toEqual(['Pages'])
    const { data: items } = (await (
      await ann.request('/entries/inbox', { method: 'POST', body: { inboxId: data.handle } })
    ).json()) as { data: InboxItem[] }
    const entry = (await (await ann.request(`/entries/inbox?id=${items[0]?.entries.id}`)).json()) as {
      data: { entries: { content: string; url: string } }
    }
    expect(entry.data.entries.url).toBe(`${site.url}/roses`)
    expect(entry.data.entries.content).toContain('They need water.')
    expect(entry.data.entries.content).not.toContain('alert')
  })

  test('a page that cannot be read is saved as a link, with the reason', async () => {
    const { data } = await save(ann, { url: `${site.url}/gone`, title: 'Gone' })
    expect(data).toMatchObject({ title: 'Gone', problem: expect.stringContaining('404') })
    expect((await pagesOf(ann, data.handle)).titles).toContain('Gone')
  })

  test('an address within the network of the server is not read', async () => {
    const { data } = await save(ann, { url: 'http://10.0.0.1/secret' })
    expect(data.title).toBe('http://10.0.0.1/secret')
    expect(data.problem).not.toBeNull()
  })

  test('what is no web address is refused', async () => {
    for (const url of ['javascript:alert(1)', 'roses', 'file:///etc/passwd'])
      expect((await save(ann, { url })).status).toBe(400)
  })

  test('another user does not see them and has an inbox of his own', async () => {
    const { data } = await save(ben, { url: `${site.url}/tulips` })
    expect(data.handle).toBe(`pages-${ben.id}`)
    expect((await pagesOf(ben, `pages-${ann.id}`)).status).toBe(403)
    expect((await pagesOf(ben, data.handle)).titles).toEqual(['On roses'])
    const taken = await save(ben, { url: `${site.url}/tulips`, inboxTitle: 'x'.repeat(300) })
    expect(taken.status).toBe(400)
  })

  test('the handle of the inbox is reserved', async () => {
    const create = (handle: string) => ben.request('/inboxes', { method: 'POST', body: { handle } })
    const response = await create(`pages-${ann.id}`)
    expect(await response.json()).toMatchObject({ reason: 'This handle is reserved.' })
    expect((await create('Pages-1')).ok).toBe(false)
    expect((await create('pages')).ok).toBe(true)
  })
})
