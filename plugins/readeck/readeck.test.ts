import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

/** As Readeck lists bookmarks; it sends more fields. */
const BOOKMARKS = [
  { id: 'a1', title: 'Rust & ownership', site_name: 'Example', url: 'https://example.org/rust', labels: [] },
  { id: 'b/2', title: 'Go', site_name: '', url: 'https://example.org/go', labels: ['go'] },
]
let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ method, path, headers }) => {
    if (headers.authorization !== 'Bearer a-token') return json(401, {})
    const { pathname, searchParams } = new URL(path, 'http://readeck')
    if (method === 'PATCH' && pathname === '/api/bookmarks/xyz') return json(200, { id: 'xyz' })
    if (pathname !== '/api/bookmarks') return json(404, {})
    if (method === 'POST') return { status: 202, headers: { location: '/api/bookmarks/xyz' } }
    const words = searchParams.get('search') ?? ''
    return json(
      200,
      BOOKMARKS.filter(({ title }) => title.includes(words)),
    )
  })
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
    output: { url: `${service.url}/bookmarks/xyz` },
  })
  const { headers, body } = service.requests.at(-1)!
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData()
  expect(Object.fromEntries(form)).toEqual({ url: 'https://example.org/a', title: 'A title' })
})

test('the labels of the user are its labels', async () => {
  await plugin.label('work')
  await plugin.label('rust')
  await plugin.save()
  const { headers, body } = service.requests.at(-1)!
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData()
  expect(form.getAll('labels')).toEqual(['rust', 'work'])
})

test('a service that has moved is named with its new address, as nothing was written', async () => {
  service.refuseNext({ status: 301, headers: { location: '/reading/api/bookmarks/?a=b' } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: {
      key: 'outside.moved',
      values: { host: new URL(service.url).host, address: `${service.url}/reading/api/bookmarks/` },
    },
  })
})

test('what was saved before is said to be there', async () => {
  expect(await plugin.save()).toMatchObject({ ok: true, output: { again: true } })
})

test.each(refusals('Readeck'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

const search = (words: string) => plugin.call('search', { words })

test('bookmarks are searched with the words as they are, and each opens in Readeck', async () => {
  expect(await search('Rust &')).toEqual({
    ok: true,
    output: [{ title: 'Rust & ownership', detail: 'Example', url: `${service.url}/bookmarks/a1` }],
  })
  expect(service.requests.at(-1)?.path).toBe('/api/bookmarks?search=Rust+%26&limit=20')
  expect(await search('Go')).toMatchObject({ output: [{ url: `${service.url}/bookmarks/b%2F2` }] })
  expect(await search('nothing')).toEqual({ ok: true, output: [] })
})

test('what was saved before is said to be there', async () => {
  expect(await plugin.save()).toMatchObject({ ok: true, output: { again: true } })
})

test.each(refusals('Readeck'))('the refusal %o of a search becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await search('Rust')).toEqual({ ok: false, words })
})

test('an answer to a search that cannot be read is named', async () => {
  service.refuseNext({ status: 200, body: '<p>Welcome</p>' })
  expect(await search('Rust')).toEqual({
    ok: false,
    words: { key: 'outside.unreadable', values: { service: 'Readeck' } },
  })
})

test('with the search switched off no words are sent', async () => {
  await plugin.set({ values: { searchReadeck: false } })
  const before = service.requests.length
  expect(await search('Rust')).toEqual({ ok: true, output: [] })
  expect(service.requests).toHaveLength(before)
})

test('what the user has starred is marked there', async () => {
  await plugin.star()
  expect(await plugin.save()).toMatchObject({ ok: true, output: { url: `${service.url}/bookmarks/xyz` } })
  const { method, body } = service.requests.at(-1)!
  expect([method, JSON.parse(body)]).toEqual(['PATCH', { is_marked: true }])
})
