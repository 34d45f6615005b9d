import { expect, test } from 'vitest'
import { asApiError, createApi } from './index.ts'

type Seen = { method: string; url: string; body: string; headers: Headers }
function listening(answer: () => Response) {
  const seen: Seen[] = []
  const outcomes: unknown[] = []
  const api = createApi({
    base: 'http://reader.test/api',
    headers: () => ({ 'X-App-Name': 'Lectern Web' }),
    onOutcome: (outcome) => outcomes.push(outcome),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      seen.push({
        method: request.method,
        url: request.url,
        body: await request.clone().text(),
        headers: request.headers,
      })
      return answer()
    },
  })
  return { api, seen, outcomes }
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

test('a question travels in the query with repeated keys, and what is undefined stays home', async () => {
  const { api, seen } = listening(() => json({ code: 0, data: { has_new: false } }))
  await api.entries.checkNew({ insertedAfter: 5, feedIdList: ['1', '2'], view: undefined })
  expect(seen[0]?.url).toBe(
    'http://reader.test/api/entries/check-new?insertedAfter=5&feedIdList=1&feedIdList=2',
  )
  expect(seen[0]?.headers.get('X-App-Name')).toBe('Lectern Web')
})

test('a write carries a JSON body and its idempotency key, also a DELETE', async () => {
  const { api, seen } = listening(() => json({ code: 0 }))
  await api.collections.remove({ entryId: '7' }, { idempotencyKey: 'k1' })
  expect(seen[0]).toMatchObject({ method: 'DELETE', body: '{"entryId":"7"}' })
  expect(seen[0]?.headers.get('Idempotency-Key')).toBe('k1')
})

test('a name in the path is filled in and not sent twice', async () => {
  const { api, seen } = listening(() => json({ code: 0 }))
  await api.settings.update({ tab: 'general', unreadOnly: true })
  expect(seen[0]).toMatchObject({ method: 'PATCH', url: 'http://reader.test/api/settings/general' })
  expect(seen[0]?.body).toBe('{"unreadOnly":true}')
})

const broken = () =>
  new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) }))
test.each([
  ['breaks off', broken],
  ['is somebody else’s page', () => new Response('<!doctype html><title>Welcome to our hotel</title>')],
])('an answer that %s is none: whoever wrote may write again', async (_, answer) => {
  const { api, outcomes } = listening(answer)
  const error = await api.reads.mark({ entryIds: ['1'] }, { idempotencyKey: 'k1' }).catch(asApiError)
  expect(error).toEqual({ kind: 'unreachable' })
  expect(outcomes).toEqual([{ reached: false, status: null }])
})

test('a refusal is read although it is labelled text/plain, and named from the catalogue', async () => {
  const { api } = listening(() => json({ code: 8000, message: 'List not found', reason: 'gone' }, 404))
  const error = await api.reads.markAll({ listId: '1' }).catch(asApiError)
  expect(error).toEqual({
    kind: 'refused',
    key: 'listNotFound',
    code: 8000,
    message: 'List not found',
    reason: 'gone',
    status: 404,
  })
})

test('a response that is not the server’s is a failure with its status', async () => {
  const { api } = listening(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await api.reads.counts({}).catch(asApiError)).toEqual({ kind: 'failed', status: 502, message: null })
})

test('no response means unreachable, and listeners are notified', async () => {
  const { api, outcomes } = listening(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(await api.reads.counts({}).catch(asApiError)).toEqual({ kind: 'unreachable' })
  expect(outcomes).toEqual([{ reached: false, status: null }])
})

test('a file travels as a form, and an answer in lines arrives as text', async () => {
  const { api, seen } = listening(() => json({ code: 0, data: null }))
  await api.subscriptions.parseOpml({ file: new TextEncoder().encode('<opml/>') })
  expect(seen[0]?.body).toContain('<opml/>')
  expect(seen[0]?.headers.get('Content-Type')).toContain('multipart/form-data')
  const lines = listening(() => new Response('{"id":"1","content":"a"}\n'))
  expect(await lines.api.entries.stream({ ids: ['1'] })).toBe('{"id":"1","content":"a"}\n')
})

test('a call made while the first list is awaited waits with it, and is then sent once', async () => {
  const first = Promise.withResolvers<void>()
  const sent: string[] = []
  const api = createApi({
    base: 'http://reader.test/api',
    headers: () => ({}),
    after: first.promise,
    fetch: async (input) => {
      sent.push(new Request(input).url)
      return json({ code: 0, data: {} })
    },
  })
  const calls = [api.reads.counts({}), api.plugins.call({ plugin: 'hello', call: 'greet', input: {} })]
  await Promise.resolve()
  expect(sent).toEqual([])
  first.resolve()
  await Promise.all(calls)
  expect(sent).toHaveLength(2)
  // An api is handed around in promises, which take whatever has a `then` for one of theirs.
  expect(await Promise.resolve(api.plugins)).toBe(api.plugins)
})

test('events of a stream arrive one by one, and a stream that breaks off is no answer', async () => {
  const events: string[] = []
  const encoder = new TextEncoder()
  const { api } = listening(() => new Response('data: {"a":1}\n\ndata: [DONE]\n\n'))
  await api.added.send(['POST', '/ask', 'read'], {}, { onEvent: (data) => events.push(data) })
  expect(events).toEqual(['{"a":1}', '[DONE]'])

  const half = new ReadableStream({
    start: (body) => {
      body.enqueue(encoder.encode('data: one\n\ndata: tw'))
      setTimeout(() => body.error(new TypeError('network error')))
    },
  })
  const { api: breaking } = listening(() => new Response(half))
  const send = breaking.added.send(['POST', '/ask', 'read'], {}, { onEvent: (data) => events.push(data) })
  const error = await send.catch(asApiError)
  expect(error).toEqual({ kind: 'unreachable' })
  expect(events.at(-1)).toBe('one')
})
