import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin, service } = testBookmarkPlugin({
  id: 'linkding',
  name: 'Linkding',
  connection: (url) => [
    ['values', 'linkdingEndpoint', url],
    ['secrets', 'linkdingToken', 'a-token'],
  ],
  respond: ({ method, path }) => {
    if (path === '/api/user/profile/') return json(200, { theme: 'auto' })
    return method === 'POST' && path === '/api/bookmarks/' ? json(201, { id: 7 }) : null
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Token a-token',
})

test('the entry arrives with its labels as tags, and the bookmark opens', async () => {
  await plugin().label('work and play')
  expect(await plugin().save()).toMatchObject({ output: { url: `${service().url}/bookmarks?details=7` } })
  expect(JSON.parse(last().body)).toEqual({
    url: 'https://example.org/a',
    title: 'A title',
    description: 'In short',
    tag_names: ['work-and-play'],
  })
})
