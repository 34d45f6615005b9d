import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { json } from '../../tests/support/service.ts'

/** Notebooks of one page: Joplin gives a hundred at most, and these are two. */
const PAGE = 2
const folders = createFolders()
const { plugin, service } = testBookmarkPlugin({
  id: 'joplin',
  name: 'Joplin',
  values: (url) => ({ joplinEndpoint: url }),
  connection: () => [['secrets', 'joplinToken', 'a-token']],
  respond: ({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://joplin')
    if (pathname === '/folders' && method === 'POST')
      return json(200, { id: folders.add((JSON.parse(body) as { title: string }).title) })
    if (pathname === '/folders') {
      const from = (Number(searchParams.get('page') ?? 1) - 1) * PAGE
      const all = folders.all().map(({ id, name: title }) => ({ id, title, parent_id: '' }))
      return json(200, { items: all.slice(from, from + PAGE), has_more: from + PAGE < all.length })
    }
    if (pathname === '/search')
      return json(200, {
        items: searchParams.get('query') === 'work' ? [{ id: 't1', title: 'work' }] : [],
        has_more: false,
      })
    if (method !== 'POST') return null
    if (pathname === '/notes') return json(200, { id: 'n1' })
    if (pathname === '/tags') return json(200, { id: 't2' })
    return /^\/tags\/t[12]\/notes$/.test(pathname) ? json(200, {}) : null
  },
  isSignedIn: ({ path }) => new URL(path, 'http://joplin').searchParams.get('token') === 'a-token',
})

test('the entry is a note with its text and address, and its labels are tags, new ones and those that are there', async () => {
  await plugin().label('Work')
  await plugin().label('tea')
  const before = service().requests.length
  expect(await plugin().save()).toMatchObject({ ok: true })
  const sent = service()
    .requests.slice(before)
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => [path.split('?')[0], JSON.parse(body)] as const)
  expect(sent[0]).toEqual([
    '/notes',
    {
      title: 'A title',
      body_html: '<h2>One</h2><p>A <em>story</em>.</p>',
      source_url: 'https://example.org/a',
      base_url: 'https://example.org/a',
      author: 'Ada Lovelace',
    },
  ])
  expect(sent.slice(1).toSorted()).toEqual([
    ['/tags', { title: 'tea' }],
    ['/tags/t1/notes', { id: 'n1' }],
    ['/tags/t2/notes', { id: 'n1' }],
  ])
})

test('what the user has highlighted is quoted below the text', async () => {
  await plugin().highlight('A < B', 'Good')
  await plugin().save()
  const { body } = service().requests.findLast(({ path }) => path.startsWith('/notes?'))!
  expect((JSON.parse(body) as { body_html: string }).body_html).toMatch(
    /<\/p><blockquote>A &lt; B<\/blockquote><p>Good<\/p>$/,
  )
})

testFolders({
  name: 'Joplin',
  plugin,
  service,
  folders,
  isCreation: ({ method, path }) => method === 'POST' && path.startsWith('/folders?'),
  folderIn: ({ method, path, body }) =>
    method === 'POST' && path.startsWith('/notes?')
      ? ((JSON.parse(body) as { parent_id?: string }).parent_id ?? null)
      : undefined,
})
