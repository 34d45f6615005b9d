import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { json } from '../../tests/support/service.ts'

const folders = createFolders()
const collectionOf = ({ id, name }: { id: string; name: string }) => ({
  id: Number(id),
  name,
  parentId: null,
})
const { last, plugin, service } = testBookmarkPlugin({
  id: 'linkwarden',
  name: 'Linkwarden',
  connection: (url) => [
    ['values', 'linkwardenEndpoint', url],
    ['secrets', 'linkwardenToken', 'a-token'],
  ],
  respond: ({ method, path, body }) => {
    if (path === '/api/v1/collections' && method === 'POST') {
      const { name } = JSON.parse(body) as { name: string }
      return json(200, { response: collectionOf({ id: folders.add(name), name }) })
    }
    if (path === '/api/v1/collections') return json(200, { response: folders.all().map(collectionOf) })
    return method === 'POST' && path === '/api/v1/links' ? json(200, { response: { id: 3 } }) : null
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

test('the entry arrives with its labels as tags', async () => {
  await plugin().label('work')
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(JSON.parse(last().body)).toEqual({
    url: 'https://example.org/a',
    name: 'A title',
    description: 'In short',
    tags: [{ name: 'work' }],
  })
})

test('a link that is there already is no failure', async () => {
  service().refuseNext(json(409, { response: 'Link already exists' }))
  expect(await plugin().save()).toMatchObject({ ok: true, output: { again: true } })
})

test('what the user has highlighted is quoted in the description, which is shortened for it', async () => {
  await plugin().highlight('x'.repeat(2000), 'Good')
  await plugin().highlight('y'.repeat(31))
  await plugin().save()
  const { description } = JSON.parse(last().body) as { description: string }
  expect(description).toHaveLength(2048)
  expect(description).toMatch(/^In \n\n> x+\n\nGood\n\n> y{31}$/)
})

testFolders({
  name: 'Linkwarden',
  plugin,
  service,
  folders,
  isCreation: ({ method, path }) => method === 'POST' && path === '/api/v1/collections',
  folderIn: ({ method, path, body }) =>
    method === 'POST' && path === '/api/v1/links'
      ? ((JSON.parse(body) as { collection?: { id: number } }).collection?.id ?? null)
      : undefined,
})
