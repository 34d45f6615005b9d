/** Text of a feed that looks like markup stays text in every output for visitors, browsers and other readers. */
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedFeed, seedEntries, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { testId } from '../../../tests/support/storage.ts'
import { askFever, feverKeyOf, greaderOf, makeShelf, type Shelf } from '../../../tests/support/sync.ts'
import { readDocument } from '../feeds/read-document.ts'
import { storeEntries } from '../feeds/store/store-entries.ts'

const MARKUP = `<meta name=referrer content=unsafe-url><meta http-equiv=refresh content="0;url=http://evil.example/"><base href="http://evil.example/"><style>*{display:none}</style><form action=/api/inboxes method=post enctype=text/plain><input name='{"handle":"clicked","title":"' value='"}'><button>Read on</button></form><iframe src=http://evil.example/></iframe><img src=x onerror=alert(1)><svg onload=alert(1)></svg><script>alert(1)</script>`
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const escapedTwice = escaped(escaped(MARKUP))

const rss = (inside: string): string =>
  `<rss version="2.0"><channel><title>Feed</title><link>https://site.example/</link>${inside}</channel></rss>`
/** Entries whose content is nothing once it is sanitised, while their text still says something. */
const documents: Readonly<Record<string, string>> = {
  'markup escaped inside a select': rss(
    `<item><guid>select</guid><title>One</title><description>&lt;select&gt;${escapedTwice}&lt;/select&gt;</description></item>`,
  ),
  'markup escaped inside a textarea': rss(
    `<item><guid>textarea</guid><title>Two</title><description>&lt;textarea&gt;${escapedTwice}&lt;/textarea&gt;</description></item>`,
  ),
  'an empty drawing with a plain summary': `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><entry><id>svg</id><title>Three</title><content type="html">&lt;svg&gt;&lt;/svg&gt;</content><summary type="text">${escaped(MARKUP)}</summary></entry></feed>`,
}

const FORBIDDEN =
  'form,input,button,select,textarea,iframe,object,embed,img,svg,base,script,body meta,body link,body style,[onerror],[onload],[action],meta[http-equiv],meta[name=referrer]'

describe('text that spells markup', () => {
  let server: TestServer
  let shelf: Shelf
  let feedId: string
  const ids = new Map<string, string>()

  beforeAll(async () => {
    server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    shelf = await makeShelf(server)
    const words = { title: MARKUP, description: MARKUP }
    feedId = await seedFeed(server.storage, { ...words, siteUrl: 'https://site.example/' })
    await seedSubscription(server.storage, shelf.user.id, feedId)
    for (const [name, text] of Object.entries(documents)) {
      const bytes = new TextEncoder().encode(text)
      const read = await readDocument(
        { bytes, contentType: null, url: 'https://site.example/feed' },
        Date.now(),
      )
      if (!read.ok) throw new Error(read.message)
      const location = { feedId, kind: server.storage.kind, now: Date.now(), newId: testId }
      await storeEntries(server.storage.db, read.entries, location)
      const { id } = await server.storage.db
        .selectFrom('entries')
        .select('id')
        .where('guid', '=', read.entries[0]?.guid ?? '')
        .executeTakeFirstOrThrow()
      ids.set(name, id)
    }
    const old = { description: MARKUP, author: MARKUP, language: '"><script>' }
    const [id = ''] = await seedEntries(server.storage, feedId, [{ title: MARKUP, ...old }])
    ids.set('a row that was stored before', id)
  })
  afterAll(() => server.close())

  const visit = async (path: string) => {
    const text = await (await server.app.request(path)).text()
    return { text, document: parseHTML(text).document }
  }
  const elementsIn = (html: string): string[] =>
    [...parseHTML(`<main>${html}</main>`).document.querySelectorAll('main *')].map(({ tagName }) => tagName)

  test('is stored as content by none of these entries', async () => {
    const contents = await server.storage.db
      .selectFrom('entryContents')
      .selectAll()
      .where('entryId', 'in', [...ids.values()])
      .execute()
    expect(contents).toEqual([])
  })

  test.each([...Object.keys(documents), 'a row that was stored before'])(
    'is no element of the public page: %s',
    async (name) => {
      const { document } = await visit(`/share/entries/${ids.get(name)}`)
      expect(document.querySelector('article h1')).not.toBeNull()
      expect([...document.querySelectorAll(FORBIDDEN)].map(({ outerHTML }) => outerHTML)).toEqual([])
    },
  )

  test('is no element of the pages of its feed, a list and a user, and can be read there', async () => {
    const post = (path: string, body: unknown) => shelf.user.request(path, { method: 'POST', body })
    const form = { title: MARKUP.slice(0, 200), description: MARKUP, view: 0, fee: 0 }
    const { data } = (await (await post('/lists', form)).json()) as { data: { id: string } }
    await post('/lists/feeds', { listId: data.id, feedId })
    await post('/better-auth/update-user', { name: MARKUP.slice(0, 50), bio: MARKUP.slice(0, 256) })
    for (const path of [`feeds/${feedId}`, `lists/${data.id}`, `users/${shelf.user.id}`]) {
      const { document } = await visit(`/share/${path}`)
      expect([...document.querySelectorAll(FORBIDDEN)].map(({ outerHTML }) => outerHTML)).toEqual([])
      expect(document.body.textContent).toContain('<meta name=referrer')
    }
  })

  test('is escaped where other readers expect HTML', async () => {
    const greader = await greaderOf(server, shelf, '/api/greader.php')
    const stream = (await (await greader.get(`stream/contents/feed/${feedId}`)).json()) as {
      items: { title: string; summary: { content: string } }[]
    }
    const key = { api_key: feverKeyOf(shelf) }
    const fever = (await askFever(server, '/fever/', 'items', key)) as {
      items: { title: string; html: string; feed_id: number }[]
    }
    const contents = [
      ...stream.items.map(({ summary }) => summary.content),
      ...fever.items.map(({ html }) => html).filter((html) => !html.includes('<p>Text')),
    ]
    expect(contents).toHaveLength(2 * ids.size)
    for (const content of contents) expect(elementsIn(content)).toEqual([])
    expect(contents.filter((content) => content.includes('&lt;form'))).not.toEqual([])
  })

  test('is escaped in Fever’s XML and in OPML', async () => {
    const body = new URLSearchParams({ api_key: feverKeyOf(shelf) })
    const fever = await server.app.request('/fever/?api=xml&items&feeds', { method: 'POST', body })
    const opml = await shelf.user.request('/subscriptions/export')
    for (const answer of [fever, opml]) {
      const text = await answer.text()
      expect(text).toContain('&lt;meta')
      expect(text).not.toMatch(/<(meta|form|script|iframe|img|svg)/)
    }
  })
})

test('a player in an entry is a link on the public page, where none could run', async () => {
  const server = await startTestServer()
  const feedId = await seedFeed(server.storage)
  const content =
    '<p>See</p><iframe src="https://player.vimeo.com/video/1?a=1&amp;b=2" sandbox="allow-scripts"></iframe><p>that.</p>'
  const [id] = await seedEntries(server.storage, feedId, [{ content }])
  const text = await (await server.app.request(`/share/entries/${id}`)).text()
  expect(text).toContain(
    '<p>See</p><a href="https://player.vimeo.com/video/1?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">player.vimeo.com</a><p>that.</p>',
  )
  await server.close()
})
