import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const { last, plugin, service } = testBookmarkPlugin({
  id: 'pinboard',
  name: 'Pinboard',
  values: (url) => ({ pinboardEndpoint: url }),
  connection: () => [['secrets', 'pinboardToken', 'a-token']],
  respond: ({ path }) => {
    const { pathname } = new URL(path, 'http://pinboard')
    if (pathname === '/v1/posts/update') return json(200, { update_time: '2026-11-01T08:00:00Z' })
    return pathname === '/v1/posts/add' ? json(200, { result_code: 'done' }) : null
  },
  isSignedIn: ({ path }) => new URL(path, 'http://pinboard').searchParams.get('auth_token') === 'a-token',
})

test('the entry arrives with its labels as tags, to be read', async () => {
  await plugin().label('work and play')
  expect(await plugin().save()).toMatchObject({ ok: true })
  const { searchParams } = new URL(last().path, 'http://pinboard')
  expect(Object.fromEntries(searchParams)).toEqual({
    auth_token: 'a-token',
    format: 'json',
    url: 'https://example.org/a',
    description: 'A title',
    extended: 'In short',
    tags: 'work-and-play',
    toread: 'yes',
  })
})

test('a refusal that comes as success is one', async () => {
  service().refuseNext(json(200, { result_code: 'item already exists' }))
  expect(await plugin().save()).toEqual({
    ok: false,
    words: {
      key: 'outside.refused',
      values: { service: 'Pinboard', status: 200, reason: 'item already exists' },
    },
  })
})

test('what the user highlights is sent by itself, below the summary', async () => {
  await plugin().set({ values: { sendNewHighlights: true } })
  await plugin().highlight('story', 'Good')
  await plugin().runJobs()
  const { searchParams } = new URL(last().path, 'http://pinboard')
  expect(searchParams.get('extended')).toBe('In short\n\n“story”\nGood')
})
