import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testMessagePlugin({
  id: 'apprise',
  name: 'Apprise',
  connection: (url) => [
    ['values', 'appriseEndpoint', url],
    ['secrets', 'appriseKey', 'reading'],
  ],
  respond: ({ method, path }) => (method === 'POST' && path === '/notify/reading' ? json(200, {}) : null),
  textOf: ({ body }) => (JSON.parse(body) as { body: string }).body,
})

test('it has the title and the text', async () => {
  await plugin().save()
  expect(JSON.parse(last().body)).toEqual({ title: 'A title', body: 'A title\nhttps://example.org/a' })
})
