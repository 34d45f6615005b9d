import { expect, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testMessagePlugin({
  id: 'bluesky',
  name: 'Bluesky',
  values: (url) => ({ blueskyEndpoint: url }),
  connection: () => [
    ['values', 'blueskyHandle', 'ada.example.org'],
    ['secrets', 'blueskyPassword', 'abcd-efgh'],
  ],
  checksQuietly: true,
  respond: ({ path, body, headers }) => {
    if (path === '/xrpc/com.atproto.server.createSession') {
      const { identifier, password } = JSON.parse(body) as Record<string, string>
      const isRight = identifier === 'ada.example.org' && password === 'abcd-efgh'
      return isRight ? json(200, { accessJwt: 'a-session', did: 'did:plc:ada' }) : null
    }
    const isPost =
      path === '/xrpc/com.atproto.repo.createRecord' && headers.authorization === 'Bearer a-session'
    return isPost ? json(200, { uri: 'at://did:plc:ada/app.bsky.feed.post/1', cid: 'c' }) : null
  },
  textOf: ({ body }) => (JSON.parse(body) as { record: { text: string } }).record.text,
})

test('it is posted to the repository of the user, with a card of the page', async () => {
  await plugin().save()
  expect(JSON.parse(last().body)).toMatchObject({
    repo: 'did:plc:ada',
    collection: 'app.bsky.feed.post',
    record: {
      $type: 'app.bsky.feed.post',
      text: 'A title\nhttps://example.org/a',
      embed: {
        $type: 'app.bsky.embed.external',
        external: { uri: 'https://example.org/a', title: 'A title', description: '' },
      },
    },
  })
})
