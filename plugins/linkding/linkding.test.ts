import { expect, test } from 'vitest'
import { actionQueues } from '../../src/server/actions/queues.ts'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { runJobs } from '../../tests/support/jobs.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin, service } = testBookmarkPlugin({
  id: 'linkding',
  name: 'Linkding',
  connection: (url) => [
    ['values', 'linkdingEndpoint', url],
    ['secrets', 'linkdingToken', 'a-token'],
  ],
  respond: ({ method, path }) => {
    if (path === '/api/user/profile/') return json(200, { theme: 'auto' })
    return method === 'POST' && path === '/api/bookmarks/' ? json(201, { id: 7 }) : null
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Token a-token',
})

test('the entry arrives with its labels as tags, and the bookmark opens', async () => {
  await plugin().label('work and play')
  expect(await plugin().save()).toMatchObject({ output: { url: `${service().url}/bookmarks?details=7` } })
  expect(JSON.parse(last().body)).toEqual({
    url: 'https://example.org/a',
    title: 'A title',
    description: 'In short',
    tag_names: ['work-and-play'],
  })
})

test('what the user highlights is its note, and is sent by itself where they want that', async () => {
  const { server, runJobs: ofPlugins, highlight, set } = plugin()
  const work = async () => {
    await ofPlugins()
    await runJobs(server.storage, actionQueues(server.services), server.services.now())
  }
  await highlight('One')
  await work()
  const before = service().requests.length
  await set({ values: { sendNewHighlights: true } })
  await highlight('story', 'Good')
  await work()
  expect(service().requests).toHaveLength(before + 1)
  expect(JSON.parse(last().body)).toMatchObject({ notes: '> One\n\n> story\n\nGood' })
})
