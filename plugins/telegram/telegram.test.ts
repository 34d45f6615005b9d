import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testMessagePlugin({
  id: 'telegram',
  name: 'Telegram',
  values: (url) => ({ telegramEndpoint: url }),
  connection: () => [
    ['secrets', 'telegramToken', '123:abc'],
    ['values', 'telegramChat', '@reading'],
  ],
  respond: ({ method, path }) =>
    method === 'POST' && path === '/bot123:abc/sendMessage' ? json(200, { ok: true, result: {} }) : null,
  textOf: ({ body }) => (JSON.parse(body) as { text: string }).text,
})

test('it goes to the chat', async () => {
  await plugin().save()
  expect(JSON.parse(last().body)).toEqual({ chat_id: '@reading', text: 'A title\nhttps://example.org/a' })
})
