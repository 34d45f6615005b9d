import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

const folders = createFolders()
const collectionOf = ({ id: key, name }: { id: string; name: string }) => ({
  key,
  data: { key, name, parentCollection: false },
})
/** More than Zotero gives at once; one in the trash has the name of a folder of the tests. */
const OLD = Array.from({ length: 120 }, (_, at) => ({
  key: `OLD${at}`,
  data: {
    key: `OLD${at}`,
    name: at === 0 ? 'News' : `Old ${at}`,
    parentCollection: false,
    deleted: at === 0,
  },
}))
let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://zotero')
    if (pathname === '/users/77/collections' && method === 'POST') {
      const [{ name = '' } = {}] = JSON.parse(body) as { name?: string }[]
      return json(200, { success: { '0': folders.add(name) }, failed: {} })
    }
    if (pathname === '/users/77/collections') {
      const [from, limit] = [Number(searchParams.get('start')), Number(searchParams.get('limit'))]
      return json(200, [...OLD, ...folders.all().map(collectionOf)].slice(from, from + limit))
    }
    if (pathname.startsWith('/users/77/collections/')) {
      const one = folders.all().find(({ id }) => pathname.endsWith(`/${id}`))
      return one ? json(200, collectionOf(one)) : json(404, 'Collection not found')
    }
    return json(200, { success: { '0': 'KEY1' }, failed: {} })
  })
  plugin = await startPluginServer('zotero')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('what is missing in the settings is named', async () => {
  await plugin.set({ values: { enableZotero: true } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.missing', values: { service: 'Zotero', setting: 'zoteroUserID' } },
  })
  const response = await plugin.set({
    values: { zoteroUserID: '77', zoteroEndpoint: service.url },
    secrets: { zoteroToken: 'a-key' },
  })
  expect(response.status).toBe(200)
})

test('the entry arrives as a web page', async () => {
  expect(await plugin.save()).toMatchObject({ ok: true })
  const { path, headers, body } = service.requests.at(-1)!
  expect(path).toBe('/users/77/items')
  expect(headers['zotero-api-key']).toBe('a-key')
  expect(JSON.parse(body)).toEqual([
    expect.objectContaining({
      itemType: 'webpage',
      title: 'A title',
      creators: [{ creatorType: 'author', name: 'Ada Lovelace' }],
      abstractNote: 'In short',
      url: 'https://example.org/a',
      date: '2026-11-01T08:00:00.000Z',
      accessDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    }),
  ])
})

test('the labels of the user are its tags', async () => {
  await plugin.label('work/reading')
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect(JSON.parse(service.requests.at(-1)!.body)).toMatchObject([{ tags: [{ tag: 'work/reading' }] }])
})

test.each([
  [400, 'invalid'],
  [409, 'locked'],
  [413, 'tooLarge'],
])('%i has its own message', async (status, key) => {
  service.refuseNext({ status })
  expect(await plugin.save()).toEqual({ ok: false, words: { key } })
})

test('an entry has a key of its own, by which Zotero writes it once', async () => {
  await plugin.save()
  await plugin.save()
  const [first, second] = service.requests.slice(-2).map(({ headers }) => headers['zotero-write-token'])
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(second).toBe(first)
  service.refuseNext({ status: 412 })
  expect(await plugin.save()).toMatchObject({ ok: true, output: { again: true } })
})

test('an item that was not written is named with the reason', async () => {
  service.refuseNext(json(200, { success: {}, failed: { '0': { code: 404, message: 'Collection gone' } } }))
  expect(await plugin.save()).toEqual({
    ok: false,
    words: {
      key: 'outside.refused',
      values: { service: 'Zotero', status: 404, reason: 'Collection gone' },
    },
  })
})

test.each(refusals('Zotero'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

test('what the user has highlighted is a note below the item', async () => {
  await plugin.highlight('story', 'Good')
  expect(await plugin.save()).toMatchObject({ ok: true })
  const [item, note] = service.requests.slice(-2)
  expect(JSON.parse(note!.body)).toEqual([
    { itemType: 'note', parentItem: 'KEY1', note: '<blockquote>story</blockquote><p>Good</p>', tags: [] },
  ])
  expect(note!.headers['zotero-write-token']).not.toBe(item!.headers['zotero-write-token'])
})

testFolders({
  name: 'Zotero',
  plugin: () => plugin,
  service: () => service,
  folders,
  isCreation: ({ method, path }) => method === 'POST' && path === '/users/77/collections',
  folderIn({ method, path, body }) {
    if (method !== 'POST' || path !== '/users/77/items') return undefined
    const [{ collections } = {}] = JSON.parse(body) as { collections?: string[] }[]
    return collections && (collections[0] ?? null)
  },
})
