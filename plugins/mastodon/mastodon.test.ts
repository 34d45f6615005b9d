import { expect, onTestFinished, test } from 'vitest'
import { testMessagePlugin } from '../../tests/support/message-plugin.ts'
import { startOAuth } from '../../tests/support/oauth.ts'
import { startPluginServer } from '../../tests/support/plugin-server.ts'
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

test('the reader registers itself with the server, and posts as the account that was connected', async () => {
  const own = await startPluginServer('mastodon')
  const oauth = await startOAuth({
    client: null,
    paths: { token: '/oauth/token', account: '/api/v1/accounts/verify_credentials' },
    expiresIn: null,
    accountBody: (username) => ({ id: '1', username }),
    respond: () => json(200, { id: '2' }),
  })
  onTestFinished(async () => {
    await own.close()
    await oauth.close()
  })
  await own.set({ values: { enableMastodon: true, mastodonEndpoint: oauth.service.url } })
  const begun = await (await own.user.request('/plugins/mastodon/sign-in', { method: 'POST' })).json()
  const { address } = (begun as { data: { output: { address: string } } }).data.output
  expect(JSON.parse(oauth.service.requests.at(-1)!.body)).toEqual({
    client_name: 'Lectern',
    redirect_uris: new URL(address).searchParams.get('redirect_uri'),
    scopes: 'read:accounts write:statuses',
  })
  await own.user.request(oauth.agree(address).replace(/^\/api/, ''), { redirect: 'manual' })
  expect(await own.save()).toMatchObject({ ok: true })
  expect(oauth.accountOf(oauth.service.requests.at(-1)!)).toBe('ada')
  await own.user.request('/plugins/mastodon/sign-in', { method: 'DELETE' })
  await own.runJobs()
  expect(oauth.valid()).toEqual([])
  expect(await own.save()).toMatchObject({ ok: false, words: { key: 'outside.missing' } })
})
