import { expect, test } from 'vitest'
import { blank } from '../../src/server/email/incoming/parsed-mail.ts'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'

const { last, plugin } = testMessagePlugin({
  id: 'slack',
  name: 'Slack',
  connection: (url) => [['secrets', 'slackWebhook', `${url}/services/T0/B0/secret`]],
  respond: ({ method, path }) =>
    method === 'POST' && path === '/services/T0/B0/secret' ? { status: 200, body: 'ok' } : null,
  textOf: ({ body }) => (JSON.parse(body) as { text: string }).text,
})

test('what a feed contains is text, and no command', async () => {
  await plugin().arrive([{ ...blank, guid: 'c', title: '<!channel> & more', url: 'https://example.org/c' }])
  const rows = plugin().server.storage.db.selectFrom('entries').select('id').where('guid', '=', 'c')
  const { id: entryId } = await rows.executeTakeFirstOrThrow()
  await plugin().save({ entryId })
  expect(JSON.parse(last().body)).toEqual({
    text: '&lt;!channel&gt; &amp; more\nhttps://example.org/c',
  })
})
