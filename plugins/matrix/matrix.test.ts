import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testMessagePlugin({
  id: 'matrix',
  name: 'Matrix',
  connection: (url) => [
    ['values', 'matrixEndpoint', url],
    ['values', 'matrixRoom', '!abc:example.org'],
    ['secrets', 'matrixToken', 'a-token'],
  ],
  respond: ({ method, path, headers }) => {
    const start = '/_matrix/client/v3/rooms/!abc%3Aexample.org/send/m.room.message/'
    const isRight = method === 'PUT' && path.startsWith(start) && headers.authorization === 'Bearer a-token'
    return isRight ? json(200, { event_id: '$1' }) : null
  },
  textOf: ({ body }) => (JSON.parse(body) as { body: string }).body,
})

test('the same message has the same transaction, another one another', async () => {
  await plugin().save()
  const { path, body } = last()
  expect(JSON.parse(body)).toEqual({ msgtype: 'm.text', body: 'A title\nhttps://example.org/a' })
  await plugin().save()
  expect(last().path).toBe(path)
  await plugin().call('check', {})
  expect(last().path).not.toBe(path)
})
