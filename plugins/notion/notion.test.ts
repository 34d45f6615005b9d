import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testBookmarkPlugin({
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
    if (method !== 'POST' || path !== '/v1/pages') return null
    return json(200, { object: 'page', url: 'https://www.notion.so/A-title-1' })
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

test('the entry is a page with a bookmark, its summary and its labels', async () => {
  await plugin().label('work')
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
})

test('an address without the id of a page is named', async () => {
  await plugin().set({ values: { notionPage: 'Reading' } })
  expect(await plugin().save()).toEqual({ ok: false, words: { key: 'noPage' } })
})

test('what the user has highlighted is quoted on the page', async () => {
  await plugin().set({ values: { notionPage: '0123456789abcdef0123456789abcdef' } })
  await plugin().highlight('story', 'Good')
  expect(await plugin().save()).toMatchObject({ ok: true })
  const { children } = JSON.parse(last().body) as { children: unknown[] }
  const quote = { rich_text: [{ type: 'text', text: { content: 'story\n\nGood' } }] }
  expect(children.at(-1)).toEqual({ object: 'block', type: 'quote', quote })
})
