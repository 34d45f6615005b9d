import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'

/** As Readeck lists bookmarks; it sends more fields. */
const BOOKMARKS = [
  { id: 'a1', title: 'Rust & ownership', site_name: 'Example', url: 'https://example.org/rust', labels: [] },
  { id: 'b/2', title: 'Go', site_name: '', url: 'https://example.org/go', labels: ['go'] },
]
type Annotation = {
  readonly id: string
  readonly text: string
  readonly note?: string
  readonly color: string
}
const annotations: Annotation[] = []
/** As Readeck has read the page of the entry, with a highlight of the user's own. */
const ARTICLE =
  '<section><h3>Read by <rd-annotation id="annotation-x">Readeck</rd-annotation></h3><p>🍵 A <b>story</b> of tea.</p></section>'
const readeck = { state: 0, hasArticle: true }
const ids = new Set<string>()
let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ method, path, headers, body }) => {
    if (headers.authorization !== 'Bearer a-token') return json(401, {})
    const { pathname, searchParams } = new URL(path, 'http://readeck')
    if (method === 'PATCH' && pathname === '/api/bookmarks/xyz') return json(200, { id: 'xyz' })
    const [, id = '', below = ''] = /^\/api\/bookmarks\/(\w+)(\/.*)?$/.exec(pathname) ?? []
    if (id !== '' && !ids.has(id)) return json(404, {})
    if (id !== '' && below === '')
      return json(200, { id, state: readeck.state, has_article: readeck.hasArticle })
    if (below === '/article') return { status: 200, headers: { 'content-type': 'text/html' }, body: ARTICLE }
    if (below === '/annotations' && method === 'GET') return json(200, annotations)
    if (below === '/annotations') return annotated(JSON.parse(body) as Place)
    if (below.startsWith('/annotations/')) {
      const at = annotations.findIndex((one) => below.endsWith(`/${one.id}`))
      annotations[at] = { ...annotations[at]!, ...(JSON.parse(body) as Pick<Annotation, 'note'>) }
      return json(200, {})
    }
    if (pathname !== '/api/bookmarks') return json(404, {})
    if (method === 'POST') ids.add('xyz')
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

type Place = Pick<Annotation, 'color' | 'note'> & {
  readonly start_selector: string
  readonly start_offset: number
  readonly end_selector: string
  readonly end_offset: number
}
/** Readeck takes places in the text alone, and reads the marked text there. */
const PLACES: Readonly<Record<string, string>> = {
  'section[1]/p[1] 2 section[1]/p[1]/b[1] 5': 'A story',
  'section[1]/p[1] 13 section[1]/p[1] 16': 'tea',
}
function annotated({ note, color, ...place }: Place) {
  const { start_selector, start_offset, end_selector, end_offset } = place
  const text = PLACES[[start_selector, start_offset, end_selector, end_offset].join(' ')]
  if (text === undefined) return json(422, { message: 'No such place' })
  annotations.push({ id: `a${annotations.length}`, text, color, ...(note !== undefined && { note }) })
  return json(201, annotations.at(-1))
}

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

test('highlights are marked in the text that Readeck has read, in the bookmark that is there', async () => {
  ids.clear()
  await plugin.highlight('A story', 'Good')
  await plugin.highlight('TEA')
  const created = () =>
    service.requests.filter(({ method, path }) => method === 'POST' && path === '/api/bookmarks')
  const before = created().length
  for (const _ of ['first', 'again']) {
    const saved = (await plugin.save()) as { output: object }
    expect(saved).toMatchObject({ ok: true, output: { url: `${service.url}/bookmarks/xyz` } })
    expect(saved.output).not.toHaveProperty('remark')
  }
  expect(created()).toHaveLength(before + 1)
  expect(annotations.toSorted((one, other) => one.text.localeCompare(other.text))).toEqual([
    { id: expect.any(String), text: 'A story', color: 'yellow', note: 'Good' },
    { id: expect.any(String), text: 'tea', color: 'yellow' },
  ])
})

test('a bookmark that was deleted there is created again', async () => {
  ids.clear()
  annotations.length = 0
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect([...ids]).toEqual(['xyz'])
  expect(annotations).toHaveLength(2)
})

test('a note that was changed since is changed there', async () => {
  await plugin.changeNote('Good', 'Better')
  expect(await plugin.call('highlights', { entryId: plugin.entryId })).toMatchObject({ ok: true })
  expect(annotations.map(({ note }) => note)).toContain('Better')
  expect(annotations).toHaveLength(2)
})

test('what is not in that text, or is refused, is said to be missing', async () => {
  await plugin.highlight('not in that text')
  await plugin.highlight('of')
  expect(await plugin.save()).toMatchObject({
    ok: true,
    output: { remark: { key: 'notInText', values: { count: 2 } } },
  })
  expect(annotations).toHaveLength(2)
  readeck.hasArticle = false
  expect(await plugin.save()).toMatchObject({
    ok: true,
    output: { remark: { key: 'notInText', values: { count: 4 } } },
  })
  readeck.hasArticle = true
})

test('while Readeck is still reading the page, saving says so, and the event is tried again', async () => {
  readeck.state = 2
  expect(await plugin.save()).toMatchObject({ ok: true, output: { remark: { key: 'stillReading' } } })
  expect(await plugin.call('highlights', { entryId: plugin.entryId })).toEqual({
    ok: false,
    words: { key: 'stillReading' },
  })
  readeck.state = 0
})
