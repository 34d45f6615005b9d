import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(() => json(201, { type: 'bookmark', bookmark_id: 42 }))
  plugin = await startPluginServer('instapaper')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('what is missing in the settings is named', async () => {
  await plugin.set({ values: { enableInstapaper: true } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.missing', values: { service: 'Instapaper', setting: 'instapaperUsername' } },
  })
  const response = await plugin.set({
    values: { instapaperUsername: 'ada', instapaperEndpoint: service.url },
    secrets: { instapaperPassword: 'pässword' },
  })
  expect(response.status).toBe(200)
})

test('the address and the title arrive with the account', async () => {
  expect(await plugin.save()).toMatchObject({
    ok: true,
    output: { url: 'https://www.instapaper.com/read/42' },
  })
  const { method, path, headers } = service.requests.at(-1)!
  expect(method).toBe('POST')
  expect(path).toBe('/api/add?url=https%3A%2F%2Fexample.org%2Fa&title=A+title')
  const account = Buffer.from(headers.authorization!.replace('Basic ', ''), 'base64').toString()
  expect(account).toBe('ada:pässword')
})

test('an answer without a number is a success too', async () => {
  service.refuseNext({ status: 201, body: '201' })
  expect(await plugin.save()).toEqual({ ok: true, output: { openAtOnce: false, again: true } })
})

test.each(refusals('Instapaper'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

test('what the user has selected, or else highlighted, stands below the title', async () => {
  const sent = () => new URL(service.requests.at(-1)!.path, service.url).searchParams.get('selection')
  await plugin.highlight('story', 'Good')
  await plugin.save()
  expect(sent()).toBe('“story”\nGood')
  await plugin.save({ selection: 'One' })
  expect(sent()).toBe('One')
})
