import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { blank } from '../../src/server/email/incoming/parsed-mail.ts'
import type { ParsedEntry } from '../../src/server/feeds/parsed-feed.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

const folders = createFolders()
let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ path, body }) => {
    const [first, ...others] = folders.all().map((one) => ({ ...one, children: [] }))
    // The others are below the first.
    if (path === '/api/folder/list')
      return json(200, { status: 'success', data: first ? [{ ...first, children: others }] : [] })
    if (path !== '/api/folder/create') return json(200, { status: 'success' })
    const { folderName: name } = JSON.parse(body) as { folderName: string }
    return json(200, { status: 'success', data: { id: folders.add(name), name, children: [] } })
  })
  plugin = await startPluginServer('eagle')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('the pictures arrive with the address of their entry', async () => {
  await plugin.set({ values: { enableEagle: true, eagleEndpoint: service.url } })
  expect(await plugin.save()).toMatchObject({ ok: true })
  const { path, body } = service.requests.at(-1)!
  expect(path).toBe('/api/item/addFromURLs')
  expect(JSON.parse(body)).toEqual({
    items: [
      {
        url: 'https://example.org/a.png',
        name: 'A title',
        website: 'https://example.org/a',
        tags: [],
        annotation: 'In short',
        headers: { referer: 'https://example.org/a' },
      },
    ],
  })
})

test('the labels of the user are tags too', async () => {
  await plugin.label('inspiration')
  await plugin.save()
  expect(JSON.parse(service.requests.at(-1)!.body)).toMatchObject({ items: [{ tags: ['inspiration'] }] })
})

test('several pictures have names of their own, and the tags of their entry', async () => {
  const media = ['b', 'c'].map((name) => ({ type: 'photo', url: `https://example.org/${name}.png` }))
  await plugin.arrive([
    {
      ...blank,
      guid: 'gallery',
      title: 'Gallery',
      url: 'https://example.org/gallery',
      categories: ['art', 'museum'],
      media: media as ParsedEntry['media'],
    },
  ])
  const { id } = await plugin.server.storage.db
    .selectFrom('entries')
    .select('id')
    .where('guid', '=', 'gallery')
    .executeTakeFirstOrThrow()
  expect(await plugin.save({ entryId: id })).toMatchObject({ ok: true })
  expect(JSON.parse(service.requests.at(-1)!.body)).toMatchObject({
    items: [
      { url: 'https://example.org/b.png', name: 'Gallery 1', tags: ['art', 'museum'] },
      { url: 'https://example.org/c.png', name: 'Gallery 2', tags: ['art', 'museum'] },
    ],
  })
})

test('an application that is not running is named', async () => {
  const gone = await startService(() => ({ status: 200 }))
  await gone.close()
  await plugin.set({ values: { eagleEndpoint: gone.url } })
  expect(await plugin.save()).toMatchObject({ ok: false, words: { key: 'outside.unreachable' } })
  await plugin.set({ values: { eagleEndpoint: service.url } })
})

test.each(refusals('Eagle'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

testFolders({
  name: 'Eagle',
  plugin: () => plugin,
  service: () => service,
  folders,
  isCreation: ({ path }) => path === '/api/folder/create',
  folderIn: ({ path, body }) =>
    path === '/api/item/addFromURLs'
      ? ((JSON.parse(body) as { folderId?: string }).folderId ?? null)
      : undefined,
})
