import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { refusals, startService, type Service } from '../../tests/support/service.ts'

let service: Service
let plugin: PluginServer
beforeAll(async () => {
  service = await startService(() => ({ status: 201 }))
  plugin = await startPluginServer('hello')
  await plugin.set({ values: { enableHello: true, helloEndpoint: service.url } })
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('an entry arrives with its title and address', async () => {
  expect(await plugin.save()).toMatchObject({ ok: true })
  const body = JSON.stringify({ title: 'A title', url: 'https://example.org/a' })
  expect(service.requests.at(-1)).toMatchObject({ method: 'POST', body })
})

test.each(refusals('Hello'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})
