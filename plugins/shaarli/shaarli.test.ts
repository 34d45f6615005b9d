import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const LINK = {
  id: 1,
  url: 'https://example.org/a',
  shorturl: 'WWPr2g',
  title: 'Mine',
  description: 'In short\n\n> story\n\nGood',
  tags: ['mine'],
  private: true,
}
const { last, plugin, service } = testBookmarkPlugin({
  id: 'shaarli',
  name: 'Shaarli',
  connection: (url) => [
    ['values', 'shaarliEndpoint', url],
    ['secrets', 'shaarliToken', 'a-token'],
  ],
  respond: ({ method, path }) => {
    if (path === '/api/v1/info') return json(200, { global_counter: 1 })
    if (method === 'PUT' && path === '/api/v1/links/1') return json(200, LINK)
    return method === 'POST' && path === '/api/v1/links' ? json(201, LINK) : null
  },
  isSignedIn: ({ headers }) => {
    const [head = '', payload = '', signature] = (headers.authorization ?? '')
      .replace('Bearer ', '')
      .split('.')
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString() || '{}') as { alg?: string }
    const expected = createHmac('sha512', 'a-token').update(`${head}.${payload}`).digest('base64url')
    return alg === 'HS512' && signature === expected
  },
})

test('the entry arrives with its labels as tags, and the link opens', async () => {
  await plugin().label('work and play')
  expect(await plugin().save()).toMatchObject({ output: { url: `${service().url}/shaare/WWPr2g` } })
  expect(JSON.parse(last().body)).toEqual({
    url: 'https://example.org/a',
    title: 'A title',
    description: 'In short',
    tags: ['work-and-play'],
  })
})

test('a link that is there already opens, too', async () => {
  service().refuseNext(json(409, LINK))
  expect(await plugin().save()).toMatchObject({
    ok: true,
    output: { url: `${service().url}/shaare/WWPr2g`, again: true },
  })
})

test('what the user has highlighted is quoted in the description of a new link', async () => {
  await plugin().highlight('story', 'Good')
  await plugin().save()
  expect(JSON.parse(last().body)).toMatchObject({ description: 'In short\n\n> story\n\nGood' })
})

test('what is highlighted later is added to a link that is there, which stays as it is otherwise', async () => {
  await plugin().set({ values: { sendNewHighlights: true } })
  service().refuse(({ method }) => (method === 'POST' ? json(409, LINK) : null))
  await plugin().highlight('One')
  await plugin().runJobs()
  expect([last().method, last().path]).toEqual(['PUT', '/api/v1/links/1'])
  const { id: _, shorturl: __, ...link } = LINK
  expect(JSON.parse(last().body)).toEqual({ ...link, description: `${LINK.description}\n\n> One` })
})
