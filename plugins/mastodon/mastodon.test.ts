import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testMessagePlugin({
  id: 'mastodon',
  name: 'Mastodon',
  connection: (url) => [
    ['values', 'mastodonEndpoint', url],
    ['secrets', 'mastodonToken', 'a-token'],
  ],
  checksQuietly: true,
  respond: ({ method, path, headers }) => {
    if (headers.authorization !== 'Bearer a-token') return null
    if (path === '/api/v1/accounts/verify_credentials') return json(200, { id: '1' })
    return method === 'POST' && path === '/api/v1/statuses' ? json(200, { id: '2' }) : null
  },
  textOf: ({ body }) => (JSON.parse(body) as { status: string }).status,
})

test('it is posted for those whom the setting names, and once', async () => {
  await plugin().set({ values: { mastodonVisibility: 'unlisted' } })
  await plugin().save()
  const { body, headers } = last()
  expect(JSON.parse(body)).toEqual({ status: 'A title\nhttps://example.org/a', visibility: 'unlisted' })
  await plugin().save()
  expect(last().headers['idempotency-key']).toBe(headers['idempotency-key'])
})
