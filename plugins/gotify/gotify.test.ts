import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testMessagePlugin({
  id: 'gotify',
  name: 'Gotify',
  connection: (url) => [
    ['values', 'gotifyEndpoint', url],
    ['secrets', 'gotifyToken', 'a-token'],
  ],
  respond: ({ method, path, headers }) =>
    method === 'POST' && path === '/message' && headers['x-gotify-key'] === 'a-token'
      ? json(200, { id: 1 })
      : null,
  textOf: ({ body }) => (JSON.parse(body) as { message: string }).message,
})

test('a press on it opens the entry', async () => {
  await plugin().save()
  expect(JSON.parse(last().body)).toEqual({
    title: 'A title',
    message: 'A title\nhttps://example.org/a',
    extras: { 'client::notification': { click: { url: 'https://example.org/a' } } },
  })
})
