import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin, service } = testBookmarkPlugin({
  id: 'karakeep',
  name: 'Karakeep',
  connection: (url) => [
    ['values', 'karakeepEndpoint', url],
    ['secrets', 'karakeepToken', 'a-token'],
  ],
  respond: ({ method, path }) => {
    if (path === '/api/v1/users/me') return json(200, { id: 'u1' })
    if (method !== 'POST') return null
    if (path === '/api/v1/bookmarks') return json(201, { id: 'b1' })
    return path === '/api/v1/bookmarks/b1/tags' ? json(200, { attached: [] }) : null
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

test('the address and the title arrive, and the bookmark opens', async () => {
  expect(await plugin().save()).toMatchObject({ output: { url: `${service().url}/dashboard/preview/b1` } })
  expect(JSON.parse(last().body)).toEqual({ type: 'link', url: 'https://example.org/a', title: 'A title' })
})

test('the labels of the user are its tags', async () => {
  await plugin().label('work and play')
  await plugin().save()
  expect([last().path, JSON.parse(last().body)]).toEqual([
    '/api/v1/bookmarks/b1/tags',
    { tags: [{ tagName: 'work and play' }] },
  ])
})

test('what the user has starred is so there, too', async () => {
  await plugin().user.request('/collections', { method: 'POST', body: { entryId: plugin().entryId } })
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(
    JSON.parse(service().requests.findLast(({ path }) => path.endsWith('/bookmarks'))!.body),
  ).toMatchObject({ favourited: true })
})

test('what the user has highlighted is the note of a new bookmark', async () => {
  await plugin().highlight('story', 'Good')
  await plugin().save()
  const { body } = service().requests.findLast(({ path }) => path.endsWith('/bookmarks'))!
  expect(JSON.parse(body)).toMatchObject({ note: '“story”\nGood' })
})
