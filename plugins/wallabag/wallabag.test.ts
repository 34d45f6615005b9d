import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

/** Access tokens that the service has granted and not withdrawn. */
const granted = new Set<string>()
let grants = 0
const CLIENT = { client_id: 'a-client', client_secret: 'a-secret', username: 'ada', password: 'a-password' }

const { last, plugin, service } = testBookmarkPlugin({
  id: 'wallabag',
  name: 'Wallabag',
  connection: (url) => [
    ['values', 'wallabagEndpoint', url],
    ['values', 'wallabagClientId', CLIENT.client_id],
    ['secrets', 'wallabagClientSecret', CLIENT.client_secret],
    ['values', 'wallabagUsername', CLIENT.username],
    ['secrets', 'wallabagPassword', CLIENT.password],
  ],
  respond: ({ method, path }) => {
    if (method !== 'POST') return null
    if (path === '/api/entries.json') return json(200, { id: 5 })
    if (path !== '/oauth/v2/token') return null
    grants += 1
    granted.add(`token-${grants}`)
    return json(200, { access_token: `token-${grants}`, expires_in: 3600, token_type: 'bearer' })
  },
  isSignedIn: ({ path, body, headers }) =>
    path === '/oauth/v2/token'
      ? Object.entries(CLIENT).every(([name, value]) => new URLSearchParams(body).get(name) === value)
      : granted.has((headers.authorization ?? '').replace('Bearer ', '')),
})

test('the entry arrives with its labels as tags, and opens', async () => {
  await plugin().label('work and play')
  expect(await plugin().save()).toMatchObject({ output: { url: `${service().url}/view/5` } })
  expect(JSON.parse(last().body)).toEqual({
    url: 'https://example.org/a',
    title: 'A title',
    tags: 'work and play',
  })
})

test('one token serves many saves, and one that was withdrawn is replaced', async () => {
  const before = grants
  await plugin().save()
  await plugin().save()
  expect(grants).toBe(before)
  granted.clear()
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(grants).toBe(before + 1)
})

test('the stored token is sealed', async () => {
  const rows = await plugin().server.storage.db.selectFrom('pluginValues').selectAll().execute()
  expect(rows.map(({ plugin: id, name, sealed }) => [id, name, sealed])).toEqual([['wallabag', 'token', 1]])
  expect(rows[0]?.value).not.toContain('token-')
})

test('what the user has starred is so there, too', async () => {
  await plugin().user.request('/collections', { method: 'POST', body: { entryId: plugin().entryId } })
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(JSON.parse(last().body)).toMatchObject({ starred: 1 })
})
