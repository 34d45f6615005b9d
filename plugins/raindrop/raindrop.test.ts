import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin, service } = testBookmarkPlugin({
  id: 'raindrop',
  name: 'Raindrop',
  values: (url) => ({ raindropEndpoint: url }),
  connection: () => [['secrets', 'raindropToken', 'a-token']],
  respond: ({ method, path }) => {
    if (path === '/rest/v1/user') return json(200, { result: true })
    if (method !== 'POST' || path !== '/rest/v1/raindrop') return null
    return json(200, { result: true, item: { _id: 12 } })
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

test('the entry arrives with its labels as tags, and the bookmark opens', async () => {
  await plugin().label('work')
  expect(await plugin().save()).toMatchObject({
    output: { url: 'https://app.raindrop.io/my/0/item/12/edit' },
  })
  expect(JSON.parse(last().body)).toEqual({
    link: 'https://example.org/a',
    title: 'A title',
    excerpt: 'In short',
    tags: ['work'],
  })
})

test('a refusal that comes as success is one', async () => {
  service().refuseNext(json(200, { result: false, errorMessage: 'The account is full' }))
  expect(await plugin().save()).toEqual({
    ok: false,
    words: {
      key: 'outside.refused',
      values: { service: 'Raindrop', status: 200, reason: 'The account is full' },
    },
  })
})
