import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin } = testBookmarkPlugin({
  id: 'todoist',
  name: 'Todoist',
  values: (url) => ({ todoistEndpoint: url }),
  connection: () => [['secrets', 'todoistToken', 'a-token']],
  respond: ({ method, path }) => {
    if (path === '/api/v1/projects') return json(200, { results: [] })
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
