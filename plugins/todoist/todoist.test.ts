import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { json } from '../../tests/support/service.ts'

const folders = createFolders()
/** Todoist's projects come in pages, here of two. */
const PAGE = 2
const { last, plugin, service } = testBookmarkPlugin({
  id: 'todoist',
  name: 'Todoist',
  values: (url) => ({ todoistEndpoint: url }),
  connection: () => [['secrets', 'todoistToken', 'a-token']],
  respond: ({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://todoist')
    if (pathname === '/api/v1/projects' && method === 'POST') {
      const { name } = JSON.parse(body) as { name: string }
      return json(200, { id: folders.add(name), name })
    }
    if (pathname === '/api/v1/projects') {
      const from = Number(searchParams.get('cursor') ?? 0)
      const results = folders.all().map((one) => ({ ...one, parent_id: null }))
      const next_cursor = from + PAGE < results.length ? String(from + PAGE) : null
      return json(200, { results: results.slice(from, from + PAGE), next_cursor })
    }
    return method === 'POST' && path === '/api/v1/tasks' ? json(200, { id: '6X4' }) : null
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

test('the entry is a task that leads to it, with its labels', async () => {
  await plugin().label('work')
  expect(await plugin().save()).toMatchObject({
    output: { url: 'https://app.todoist.com/app/task/6X4' },
  })
  expect(JSON.parse(last().body)).toEqual({
    content: '[A title](https://example.org/a)',
    description: 'In short',
    labels: ['work'],
  })
})

test('the same entry has the same request, which Todoist does once', async () => {
  await plugin().save()
  const id = last().headers['x-request-id']
  await plugin().save()
  expect([typeof id, last().headers['x-request-id']]).toEqual(['string', id])
})

test('what the user has highlighted is quoted in the description', async () => {
  await plugin().highlight('story', 'Good')
  await plugin().save()
  expect(JSON.parse(last().body)).toMatchObject({ description: 'In short\n\n> story\n\nGood' })
})

testFolders({
  name: 'Todoist',
  plugin,
  service,
  folders,
  isCreation: ({ method, path }) => method === 'POST' && path === '/api/v1/projects',
  folderIn: ({ path, body }) =>
    path === '/api/v1/tasks' ? ((JSON.parse(body) as { project_id?: string }).project_id ?? null) : undefined,
})
