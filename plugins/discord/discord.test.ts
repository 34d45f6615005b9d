import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'

const { last, plugin } = testMessagePlugin({
  id: 'discord',
  name: 'Discord',
  connection: (url) => [['secrets', 'discordWebhook', `${url}/api/webhooks/1/secret`]],
  respond: ({ method, path }) =>
    method === 'POST' && path === '/api/webhooks/1/secret' ? { status: 204 } : null,
  textOf: ({ body }) => (JSON.parse(body) as { content: string }).content,
})

test('nobody is mentioned by what a feed contains', async () => {
  await plugin().save()
  expect(JSON.parse(last().body)).toEqual({
    content: 'A title\nhttps://example.org/a',
    allowed_mentions: { parse: [] },
  })
})
