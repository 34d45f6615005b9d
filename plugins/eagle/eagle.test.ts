import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(() => json(200, { status: 'success' }))
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
        website: 'https://example.org/a',
        headers: { referer: 'https://example.org/a' },
      },
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
