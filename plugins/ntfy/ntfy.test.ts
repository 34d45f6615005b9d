import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testMessagePlugin({
  id: 'ntfy',
  name: 'ntfy',
  values: (url) => ({ ntfyEndpoint: url }),
  connection: () => [['values', 'ntfyTopic', 'reading']],
  respond: ({ method, path }) => (method === 'POST' && path === '/' ? json(200, { id: 'm1' }) : null),
  textOf: ({ body }) => (JSON.parse(body) as { message: string }).message,
})

test('it goes to the topic and opens the entry, with a token where there is one', async () => {
  await plugin().save()
  expect(JSON.parse(last().body)).toEqual({
    topic: 'reading',
    title: 'A title',
    message: 'A title\nhttps://example.org/a',
    click: 'https://example.org/a',
  })
  expect(last().headers.authorization).toBeUndefined()
  await plugin().set({ secrets: { ntfyToken: 'a-token' } })
  await plugin().save()
  expect(last().headers.authorization).toBe('Bearer a-token')
})
