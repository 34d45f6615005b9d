import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ path, headers }) =>
    path === '/api/bookmarks' && headers.authorization === 'Bearer a-token'
      ? { status: 202, headers: { location: '/api/bookmarks/xyz' } }
      : json(404, {}),
  )
  plugin = await startPluginServer('readeck')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('what is missing in the settings is named', async () => {
  await plugin.set({ values: { enableReadeck: true } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.missing', values: { service: 'Readeck', setting: 'readeckEndpoint' } },
  })
  const response = await plugin.set({
    values: { readeckEndpoint: `${service.url}/` },
    secrets: { readeckToken: 'a-token' },
  })
  expect(response.status).toBe(200)
})

test('the address and the title arrive as a form, and the bookmark opens', async () => {
  expect(await plugin.save()).toMatchObject({
    ok: true,
    output: { url: `${service.url}/api/bookmarks/xyz` },
  })
  const { headers, body } = service.requests.at(-1)!
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData()
  expect(Object.fromEntries(form)).toEqual({ url: 'https://example.org/a', title: 'A title' })
})

test.each(refusals('Readeck'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})
