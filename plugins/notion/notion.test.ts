import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

/** Of the page that was made: its quotes, which Notion has as blocks. */
const quotes: { type: string; quote: { rich_text: { plain_text: string }[] } }[] = []
const { last, plugin, service } = testBookmarkPlugin({
  id: 'notion',
  name: 'Notion',
  values: (url) => ({ notionEndpoint: url }),
  connection: () => [
    ['values', 'notionPage', 'https://www.notion.so/ada/Reading-01234567-89ab-cdef-0123-456789abcdef'],
    ['secrets', 'notionToken', 'a-token'],
  ],
  respond: ({ method, path, headers }) => {
    if (headers['notion-version'] !== '2022-06-28') return null
    if (path === '/v1/users/me') return json(200, { object: 'user' })
    if (path === '/v1/blocks/p-1/children?page_size=100') return json(200, { results: quotes })
    if (method === 'PATCH' && path === '/v1/blocks/p-1/children') return json(200, { results: [] })
    if (method !== 'POST' || path !== '/v1/pages') return null
    return json(200, { object: 'page', id: 'p-1', url: 'https://www.notion.so/A-title-1' })
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

test('the entry is a page with a bookmark, its summary and its labels', async () => {
  await plugin().label('work')
  service().refuse(({ path }) => (path.startsWith('/v1/blocks/') ? json(404, {}) : null))
  expect(await plugin().save()).toMatchObject({ output: { url: 'https://www.notion.so/A-title-1' } })
  const text = (content: string) => [{ type: 'text', text: { content } }]
  expect(JSON.parse(last().body)).toEqual({
    parent: { page_id: '0123456789abcdef0123456789abcdef' },
    properties: { title: { title: text('A title') } },
    children: [
      { object: 'block', type: 'bookmark', bookmark: { url: 'https://example.org/a' } },
      { object: 'block', type: 'paragraph', paragraph: { rich_text: text('In short') } },
      { object: 'block', type: 'paragraph', paragraph: { rich_text: text('#work') } },
    ],
  })
  service().refuse(() => null)
})

test('an address without the id of a page is named', async () => {
  await plugin().set({ values: { notionPage: 'Reading' } })
  expect(await plugin().save()).toEqual({ ok: false, words: { key: 'noPage' } })
})

const quoteOf = (content: string) => ({
  object: 'block',
  type: 'quote',
  quote: { rich_text: [{ type: 'text', text: { content } }] },
})

test('what the user highlights is quoted on the page that is there, once', async () => {
  await plugin().set({ values: { notionPage: '0123456789abcdef0123456789abcdef', sendNewHighlights: true } })
  await plugin().highlight('story', 'Good')
  await plugin().runJobs()
  const { method, path, body } = last()
  expect([method, path]).toEqual(['PATCH', '/v1/blocks/p-1/children'])
  expect(JSON.parse(body)).toEqual({ children: [quoteOf('story\n\nGood')] })
  quotes.push({ type: 'quote', quote: { rich_text: [{ plain_text: 'story\n\nGood' }] } })
  expect(await plugin().save()).toMatchObject({ output: { url: 'https://www.notion.so/p1', again: true } })
  expect(last().method).toBe('GET')
})

test.each([404, 400])('a page that is gone (%s) is made again, with its quotes', async (status) => {
  service().refuse(({ path }) => (path.startsWith('/v1/blocks/') ? json(status, {}) : null))
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(last().path).toBe('/v1/pages')
  const { children } = JSON.parse(last().body) as { children: unknown[] }
  expect(children.at(-1)).toEqual(quoteOf('story\n\nGood'))
  service().refuse(() => null)
})
