import { expect, test } from 'vitest'
import { actionQueues } from '../../src/server/actions/queues.ts'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { runJobs } from '../../tests/support/jobs.ts'
import { json, type ServiceRequest } from '../../tests/support/service.ts'

const folders = createFolders()
/** Of a bookmark. */
const idOf = (body: string) => ((JSON.parse(body) as { url: string }).url.endsWith('/a') ? 'b1' : 'b2')
const { last, plugin, service } = testBookmarkPlugin({
  id: 'karakeep',
  name: 'Karakeep',
  connection: (url) => [
    ['values', 'karakeepEndpoint', url],
    ['secrets', 'karakeepToken', 'a-token'],
  ],
  respond: ({ method, path, body }) => {
    if (path === '/api/v1/lists' && method === 'POST') {
      const { name, icon } = JSON.parse(body) as { name: string; icon?: string }
      return icon ? json(201, { id: folders.add(name), name, icon, type: 'manual' }) : json(400, {})
    }
    if (path === '/api/v1/lists') {
      const manual = folders.all().map((one) => ({ ...one, parentId: null, type: 'manual' }))
      return json(200, { lists: [{ id: 's1', name: 'News', parentId: null, type: 'smart' }, ...manual] })
    }
    const [, list] = /^\/api\/v1\/lists\/(\d+)\/bookmarks\/b[12]$/.exec(path) ?? []
    if (list && method === 'PUT') return { status: folders.names.has(list) ? 204 : 404 }
    if (path === '/api/v1/users/me') return json(200, { id: 'u1' })
    if (method === 'PATCH' && path === '/api/v1/bookmarks/b1') return json(200, { id: 'b1' })
    if (method !== 'POST') return null
    if (path === '/api/v1/bookmarks') return json(201, { id: idOf(body) })
    return /^\/api\/v1\/bookmarks\/b[12]\/tags$/.test(path) ? json(200, { attached: [] }) : null
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

const isBookmark = ({ method, path }: ServiceRequest) => method === 'POST' && path === '/api/v1/bookmarks'

/** The list to which the bookmark of a request is added afterwards. */
function listAfter(request: ServiceRequest): string | null {
  const [, ...later] = service().requests.slice(service().requests.indexOf(request))
  const again = later.findIndex((one) => isBookmark(one) && one.body === request.body)
  const ofThis = again === -1 ? later : later.slice(0, again)
  const added = ofThis.find(({ path }) => path.endsWith(`/bookmarks/${idOf(request.body)}`))
  return added ? (/\/lists\/(\d+)\//.exec(added.path)?.[1] ?? null) : null
}

testFolders({
  name: 'Karakeep',
  plugin,
  service,
  folders,
  isCreation: ({ method, path }) => method === 'POST' && path === '/api/v1/lists',
  folderIn: (request) => (isBookmark(request) ? listAfter(request) : undefined),
})

test('what is highlighted later is added to the note of a bookmark that is there', async () => {
  const { server, runJobs: ofPlugins, highlight, set } = plugin()
  await set({ values: { sendNewHighlights: true } })
  service().refuse(({ method, path }) =>
    method === 'POST' && path === '/api/v1/bookmarks'
      ? json(200, { id: 'b1', note: 'Mine\n“story”\nGood' })
      : null,
  )
  await highlight('One')
  await ofPlugins()
  await runJobs(server.storage, actionQueues(server.services), server.services.now())
  const { path, body } = service().requests.findLast(({ method }) => method === 'PATCH')!
  expect([path, JSON.parse(body)]).toEqual(['/api/v1/bookmarks/b1', { note: 'Mine\n“story”\nGood\n\n“One”' }])
})
