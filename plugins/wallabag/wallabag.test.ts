import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

/** Access tokens that the service has granted and not withdrawn. */
const granted = new Set<string>()
let grants = 0
const CLIENT = { client_id: 'a-client', client_secret: 'a-secret', username: 'ada', password: 'a-password' }

type Annotation = {
  readonly id: number
  readonly text: string
  readonly quote: string
  readonly ranges: unknown
}
const annotations: Annotation[] = []
/** As Wallabag has read the page of the entry. */
const CONTENT = '<div><p>Read by Wallabag.</p><p>A <b>story</b> of tea.</p></div>'
const { last, plugin, service } = testBookmarkPlugin({
  id: 'wallabag',
  name: 'Wallabag',
  connection: (url) => [
    ['values', 'wallabagEndpoint', url],
    ['values', 'wallabagClientId', CLIENT.client_id],
    ['secrets', 'wallabagClientSecret', CLIENT.client_secret],
    ['values', 'wallabagUsername', CLIENT.username],
    ['secrets', 'wallabagPassword', CLIENT.password],
  ],
  respond: ({ method, path, body }) => {
    if (path === '/api/annotations/5.json') {
      if (method === 'GET') return json(200, { total: annotations.length, rows: annotations })
      const annotation = { ...(JSON.parse(body) as Omit<Annotation, 'id'>), id: annotations.length + 1 }
      annotations.push(annotation)
      return json(200, annotation)
    }
    const [, changed] = /^\/api\/annotations\/(\d)\.json$/.exec(path) ?? []
    if (method === 'PUT' && changed) {
      const at = Number(changed) - 1
      annotations[at] = { ...annotations[at]!, ...(JSON.parse(body) as Pick<Annotation, 'text'>) }
      return json(200, annotations[at])
    }
    if (method !== 'POST') return null
    if (path === '/api/entries.json') return json(200, { id: 5, content: CONTENT })
    if (path !== '/oauth/v2/token') return null
    grants += 1
    granted.add(`token-${grants}`)
    return json(200, { access_token: `token-${grants}`, expires_in: 3600, token_type: 'bearer' })
  },
  isSignedIn: ({ path, body, headers }) =>
    path === '/oauth/v2/token'
      ? Object.entries(CLIENT).every(([name, value]) => new URLSearchParams(body).get(name) === value)
      : granted.has((headers.authorization ?? '').replace('Bearer ', '')),
})

test('the entry arrives with its labels as tags, and opens', async () => {
  await plugin().label('work and play')
  expect(await plugin().save()).toMatchObject({ output: { url: `${service().url}/view/5` } })
  expect(JSON.parse(last().body)).toEqual({
    url: 'https://example.org/a',
    title: 'A title',
    tags: 'work and play',
  })
})

test('one token serves many saves, and one that was withdrawn is replaced', async () => {
  const before = grants
  await plugin().save()
  await plugin().save()
  expect(grants).toBe(before)
  granted.clear()
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(grants).toBe(before + 1)
})

test('the stored token is sealed', async () => {
  const rows = await plugin().server.storage.db.selectFrom('pluginValues').selectAll().execute()
  expect(rows.map(({ plugin: id, name, sealed }) => [id, name, sealed])).toEqual([['wallabag', 'token', 1]])
  expect(rows[0]?.value).not.toContain('token-')
})

test('what the user has starred is so there, too', async () => {
  await plugin().user.request('/collections', { method: 'POST', body: { entryId: plugin().entryId } })
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(JSON.parse(last().body)).toMatchObject({ starred: 1 })
})

test('highlights are annotations in the text that Wallabag has read, once, with their notes', async () => {
  await plugin().highlight('A story', 'Good')
  await plugin().highlight('not in that text')
  for (const _ of ['first', 'again']) expect(await plugin().save()).toMatchObject({ ok: true })
  expect(annotations.toSorted((one, other) => one.quote.localeCompare(other.quote))).toEqual([
    {
      id: expect.any(Number),
      text: 'Good',
      quote: 'A story',
      ranges: [{ start: '/div[1]/p[2]', startOffset: 0, end: '/div[1]/p[2]/b[1]', endOffset: 5 }],
    },
    // Wallabag lists it, without a place in the text.
    { id: expect.any(Number), text: '', quote: 'not in that text', ranges: [] },
  ])
})

test('a note that was changed since is changed there', async () => {
  await plugin().changeNote('Good', 'Better')
  await plugin().call('highlights', { entryId: plugin().entryId })
  expect(annotations.find(({ quote }) => quote === 'A story')?.text).toBe('Better')
  expect(annotations).toHaveLength(2)
})

test('annotations that Wallabag refuses are counted, and sent when the entry is saved again', async () => {
  await plugin().highlight('of tea')
  service().refuse(({ method, path }) =>
    method === 'POST' && path.startsWith('/api/annotations/') ? { status: 400 } : null,
  )
  expect(await plugin().save()).toMatchObject({
    ok: true,
    output: { url: `${service().url}/view/5`, remark: { key: 'refusedAnnotations', values: { count: 1 } } },
  })
  service().refuse(() => null)
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(annotations.map(({ quote }) => quote)).toContain('of tea')
})
