import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

const COLLECTION = '0b0c5b5e-7a52-4a65-9d06-3a4b4a0f1f11'
const folders = createFolders()
/** More than Outline gives at once. */
const OLD = Array.from({ length: 120 }, (_, at) => ({ id: `old${at}`, name: `Old ${at}` }))
let known = json(404, { error: 'not_found' })
let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ path, body }) => {
    const sent = JSON.parse(body) as { id?: string; name?: string; offset?: number }
    if (path === '/api/collections.list')
      return json(200, { data: [...OLD, ...folders.all()].slice(sent.offset, sent.offset! + 100) })
    if (path === '/api/collections.create')
      return json(200, { data: { id: folders.add(sent.name ?? ''), name: sent.name } })
    if (path === '/api/stars.create') return json(200, { data: { id: 's1' } })
    if (path === '/api/collections.info')
      return sent.id === 'reading-abc'
        ? json(200, { data: { id: COLLECTION } })
        : json(404, { error: 'not_found' })
    if (path === '/api/documents.info') return known
    return json(200, { data: { id: 'd1', url: '/doc/a-title-1' } })
  })
  plugin = await startPluginServer('outline')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('what is missing in the settings is named', async () => {
  await plugin.set({ values: { enableOutline: true } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.missing', values: { service: 'Outline', setting: 'outlineCollection' } },
  })
  const response = await plugin.set({
    values: { outlineEndpoint: `${service.url}/api/`, outlineCollection: 'reading-abc' },
    secrets: { outlineToken: 'a-token' },
  })
  expect(response.status).toBe(200)
})

test('the text arrives as Markdown in the named collection', async () => {
  expect(await plugin.save()).toMatchObject({ ok: true, output: { url: `${service.url}/doc/a-title-1` } })
  const [info, created] = service.requests.slice(-2)
  expect(info?.path).toBe('/api/collections.info')
  expect(created?.headers.authorization).toBe('Bearer a-token')
  expect(JSON.parse(created?.body ?? '')).toEqual({
    title: 'A title',
    text: '## One\n\nA *story*.\n\n<https://example.org/a>',
    collectionId: COLLECTION,
    publish: true,
  })
})

test('a collection that is named by its id is not looked up', async () => {
  await plugin.set({ values: { outlineCollection: COLLECTION } })
  const before = service.requests.length
  expect(await plugin.save()).toMatchObject({ ok: true })
  const paths = service.requests.slice(before).map(({ path }) => path)
  expect(paths).toEqual(['/api/documents.info', '/api/documents.create'])
})

test('a title is as long as Outline takes one, and its own words say why it refuses', async () => {
  const title = 'A long title that goes on '.repeat(9).trim()
  const { db } = plugin.server.storage
  await db.updateTable('entries').set({ title }).where('id', '=', plugin.entryId).execute()
  expect(await plugin.save()).toMatchObject({ ok: true })
  const sent = JSON.parse(service.requests.at(-1)?.body ?? '') as { title: string }
  expect(sent.title).toHaveLength(100)
  expect(sent.title).toMatch(/^A long title .*…$/)
  const message = 'Document title must be less than 100 characters'
  service.refuseNext(json(400, { ok: false, error: 'validation_error', status: 400, message }))
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.refused', values: { service: 'Outline', status: 400, reason: message } },
  })
})

test('a collection that does not exist is named', async () => {
  await plugin.set({ values: { outlineCollection: 'unheard-of' } })
  expect(await plugin.save()).toEqual({ ok: false, words: { key: 'noCollection' } })
  await plugin.set({ values: { outlineCollection: COLLECTION } })
})

test('an answer that cannot be read is named', async () => {
  service.refuseNext({ status: 200, body: '<p>Welcome</p>' })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.unreadable', values: { service: 'Outline' } },
  })
})

test.each(refusals('Outline'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

test('what the user has highlighted is quoted below the text', async () => {
  await plugin.highlight('story', 'Good')
  await plugin.save()
  const { text } = JSON.parse(service.requests.at(-1)?.body ?? '') as { text: string }
  expect(text).toBe('## One\n\nA *story*.\n\n> story\n\nGood\n\n<https://example.org/a>')
})

testFolders({
  name: 'Outline',
  plugin: () => plugin,
  service: () => service,
  folders,
  isCreation: ({ path }) => path === '/api/collections.create',
  folderIn({ path, body }) {
    if (path !== '/api/documents.create') return undefined
    const { collectionId } = JSON.parse(body) as { collectionId: string }
    // Else the one that the settings name.
    return collectionId === COLLECTION ? null : collectionId
  },
})

test('what the user has starred is so there, too; where that is refused, the answer says so', async () => {
  await plugin.star()
  expect(await plugin.save()).toMatchObject({ ok: true })
  const { path, body } = service.requests.at(-1)!
  expect([path, JSON.parse(body)]).toEqual(['/api/stars.create', { documentId: 'd1' }])
  service.refuse((request) => (request.path === '/api/stars.create' ? { status: 403 } : null))
  expect(await plugin.save()).toMatchObject({ ok: true, output: { remark: { key: 'notStarred' } } })
  service.refuse(() => null)
})

test('what is highlighted later is added to the document that is there, once, and a deleted one is made again', async () => {
  await plugin.server.storage.db.deleteFrom('collections').execute()
  await plugin.save()
  const text = '# Mine\n\n> story\n\nGood'
  known = json(200, { data: { url: '/doc/mine-1', text } })
  await plugin.set({ values: { sendNewHighlights: true } })
  await plugin.highlight('One')
  await plugin.runJobs()
  const { path, body } = service.requests.at(-1)!
  expect(path).toBe('/api/documents.update')
  expect(JSON.parse(body)).toEqual({ id: 'd1', text: '\n\n> One', append: true })
  known = json(200, { data: { url: '/doc/mine-1', text: `${text}\n\n> One` } })
  expect(await plugin.save()).toMatchObject({ output: { url: `${service.url}/doc/mine-1`, again: true } })
  expect(service.requests.at(-1)?.path).toBe('/api/documents.info')
  known = json(200, { data: { url: '/doc/mine-1', text, deletedAt: '2026-11-01T08:00:00Z' } })
  expect(await plugin.save()).toMatchObject({ output: { url: `${service.url}/doc/a-title-1` } })
})
