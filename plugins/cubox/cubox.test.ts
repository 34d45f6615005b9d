import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(() => json(200, { code: 200, message: '' }))
  plugin = await startPluginServer('cubox')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('what is missing in the settings is named', async () => {
  await plugin.set({ values: { enableCubox: true } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.missing', values: { service: 'Cubox', setting: 'cuboxToken' } },
  })
  const response = await plugin.set({
    values: { saveSummaryAsDescription: true },
    secrets: { cuboxToken: `${service.url}/c/api/save/secret` },
  })
  expect(response.status).toBe(200)
})

test('the address arrives at the user’s own address', async () => {
  expect(await plugin.save()).toMatchObject({ ok: true })
  const { path, body } = service.requests.at(-1)!
  expect(path).toBe('/c/api/save/secret')
  expect(JSON.parse(body)).toEqual({
    type: 'url',
    content: 'https://example.org/a',
    title: 'A title',
    description: 'In short',
    tags: [],
    folder: '',
  })
})

test('the labels of the user are its tags', async () => {
  await plugin.label('work')
  await plugin.save()
  expect(JSON.parse(service.requests.at(-1)!.body)).toMatchObject({ tags: ['work'] })
})

test('selected text is saved as a memo where the setting says so', async () => {
  await plugin.save({ selection: 'A story' })
  expect(JSON.parse(service.requests.at(-1)!.body)).toMatchObject({ type: 'url' })
  await plugin.set({ values: { enableCuboxAutoMemo: true } })
  await plugin.save({ selection: 'A story' })
  expect(JSON.parse(service.requests.at(-1)!.body)).toMatchObject({
    type: 'memo',
    content: 'A story',
    source_url: 'https://example.org/a',
  })
})

test.each([
  [
    json(200, { code: -1, message: 'Over the limit' }),
    { key: 'outside.refused', values: { service: 'Cubox', status: -1, reason: 'Over the limit' } },
  ],
  [
    { status: 200, body: 'OK' },
    { key: 'outside.unreadable', values: { service: 'Cubox' } },
  ],
])('the answer %o is no success', async (response, words) => {
  service.refuseNext(response)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

test.each(refusals('Cubox'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

test('the folder of the feed is the folder there', async () => {
  await plugin.setFolder('News')
  await plugin.save()
  expect(JSON.parse(service.requests.at(-1)!.body)).toMatchObject({ folder: 'News' })
})

test('each passage that the user highlights is a memo, where the setting says so', async () => {
  await plugin.highlight('A')
  await plugin.runJobs()
  const before = service.requests.length
  await plugin.set({ values: { sendNewHighlights: true } })
  await plugin.highlight('One')
  await plugin.highlight('story', 'Good')
  await plugin.runJobs()
  const sent = service.requests.slice(before).map(({ body }) => JSON.parse(body) as object)
  const memo = { type: 'memo', source_url: 'https://example.org/a', title: 'A title' }
  expect(sent).toMatchObject([
    { ...memo, content: 'One' },
    { ...memo, content: 'story\n\nGood' },
  ])
})
