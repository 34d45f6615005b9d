import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { ERROR_CONTENT_TYPE, Refusal } from './refusal.ts'
import type { Routes } from './routes.ts'

let server: TestServer
afterEach(() => server.close())

async function notifications(answer: Response) {
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: (await answer.json()) as unknown,
  }
}

const refused = (status: number, code: number, reason?: RegExp) => ({
  status,
  type: ERROR_CONTENT_TYPE,
  body: expect.objectContaining({
    code,
    message: expect.any(String) as unknown,
    ...(reason && { reason: expect.stringMatching(reason) as unknown }),
  }) as unknown,
})

describe('the entry point', () => {
  test('requires a session unless the contract opens the call', async () => {
    server = await startTestServer({
      routes: { 'reads.totalCount': async () => ({ data: { count: 1 } }) },
    })
    expect(await notifications(await server.request('/reads/total-count'))).toEqual(refused(401, 1000))
    expect(await notifications(await server.request('/settings'))).toEqual(refused(401, 1000))
    expect((await server.request('/status/configs')).status).toBe(200)
    const ada = await server.signUp()
    expect(await (await ada.request('/reads/total-count')).json()).toEqual({ code: 0, data: { count: 1 } })
  })

  test('names the field that is wrong', async () => {
    server = await startTestServer({ routes: { 'reads.mark': async () => undefined } })
    const ada = await server.signUp()
    const mark = (body: unknown) => ada.request('/reads', { method: 'POST', body })
    expect(await notifications(await mark({ entryIds: 'one' }))).toEqual(refused(400, 1002, /entryIds/))
    expect(await notifications(await mark({ entryIds: ['a', 3] }))).toEqual(refused(400, 1002, /entryIds\.1/))
    expect(await notifications(await mark('{"entryIds":['))).toEqual(refused(400, 1002, /JSON/))
    expect(await notifications(await mark('[1]'))).toEqual(refused(400, 1002, /object/))
    expect(await notifications(await mark('null'))).toEqual(refused(400, 1002, /object/))
    expect(await notifications(await mark(new Uint8Array([0xff, 0xfe])))).toEqual(refused(400, 1002, /JSON/))
    expect((await mark({ entryIds: ['a'] })).status).toBe(200)
  })

  test('reads a body as JSON whatever it calls itself', async () => {
    const seen: unknown[] = []
    const routes: Routes = {
      'entries.stream': async function (_asked, input) {
        seen.push(input)
        return (async function* () {})()
      },
    }
    server = await startTestServer({ routes })
    const ada = await server.signUp()
    const body = JSON.stringify({ ids: ['1'] })
    for (const type of ['text/plain;charset=UTF-8', 'application/json', 'nonsense']) {
      const answer = await ada.request('/entries/stream', {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(200)
    }
    expect(seen).toEqual([{ ids: ['1'] }, { ids: ['1'] }, { ids: ['1'] }])
  })

  test('gathers repeated query keys, bodies of DELETE and pieces of the path', async () => {
    const seen: unknown[] = []
    const routes: Routes = {
      'entries.checkNew': async (_, input) => (seen.push(input), { data: { has_new: false } }),
      'collections.remove': async (_, input) => void seen.push(input),
      'entries.readHistories': async (_, input) => {
        seen.push(input)
        return { data: { users: {}, total: 0, entryReadHistories: null } }
      },
    }
    server = await startTestServer({ routes })
    const ada = await server.signUp()
    await ada.request('/entries/check-new?insertedAfter=5&feedIdList=a&feedIdList=b&read=false')
    await ada.request('/entries/check-new?insertedAfter=5&feedIdList=a')
    await ada.request('/collections', { method: 'DELETE', body: { entryId: 'e' } })
    await ada.request('/collections?entryId=q', { method: 'DELETE' })
    await ada.request('/entries/read-histories/77?id=other&size=3')
    expect(seen).toEqual([
      { insertedAfter: 5, feedIdList: ['a', 'b'], read: false },
      { insertedAfter: 5, feedIdList: ['a'] },
      { entryId: 'e' },
      { entryId: 'q' },
      { id: '77', size: 3 },
    ])
  })

  test('takes a file as a form and as bare bytes', async () => {
    const texts: string[] = []
    const routes: Routes = {
      'subscriptions.import': async (_, { file, items }) => {
        texts.push(`${new TextDecoder().decode(file)} ${items ?? '-'}`)
        return { data: { successfulItems: [], conflictItems: [], parsedErrorItems: [] } }
      },
    }
    server = await startTestServer({ routes })
    const ada = await server.signUp()
    const form = new FormData()
    form.set('file', new Blob(['<opml/>']), 'a.opml')
    form.set('items', '["x"]')
    const load = (body: unknown, headers = {}) =>
      ada.request('/subscriptions/import', { method: 'POST', body, headers })
    expect((await load(form)).status).toBe(200)
    const bare = { 'content-type': 'application/octet-stream' }
    expect((await load(new TextEncoder().encode('<raw/>'), bare)).status).toBe(200)
    expect(texts).toEqual(['<opml/> ["x"]', '<raw/> -'])
    const empty = new FormData()
    empty.set('items', '[]')
    expect(await notifications(await load(empty))).toEqual(refused(400, 14000))
    expect(
      await notifications(await load('no form', { 'content-type': 'multipart/form-data; boundary=x' })),
    ).toEqual(refused(400, 14000))
  })

  test('stops reading what is too long', async () => {
    const routes: Routes = {
      'reads.mark': async () => undefined,
      'subscriptions.parseOpml': async () => ({ data: { subscriptions: [], remaining: 1 } }),
    }
    server = await startTestServer({ routes })
    const ada = await server.signUp()
    expect(
      await notifications(await ada.request('/reads', { method: 'POST', body: 'x'.repeat(1_048_577) })),
    ).toEqual(refused(422, 3))
    const file = new Uint8Array(10 * 1_048_576 + 1)
    expect(
      await notifications(await ada.request('/subscriptions/parse-opml', { method: 'POST', body: file })),
    ).toEqual(refused(413, 14001))
  })

  test('returns the error of the catalogue when a handler refuses', async () => {
    const routes: Routes = {
      'feeds.refresh': async () => {
        throw new Refusal('onlyAdminsRefresh', 'Ask your admin.')
      },
    }
    server = await startTestServer({ routes })
    const ada = await server.signUp()
    expect(await notifications(await ada.request('/feeds/refresh?id=1'))).toEqual(
      refused(403, 2000, /^Ask your admin\.$/),
    )
  })

  test('reports the cause of an error to the log only', async () => {
    const routes: Routes = {
      'feeds.refresh': async () => {
        throw new Error('password=hunter2 at /home/secret')
      },
    }
    server = await startTestServer({ routes, env: { LOG_LEVEL: 'silent' } })
    const ada = await server.signUp()
    const answer = await ada.request('/feeds/refresh?id=1')
    const text = await answer.clone().text()
    expect(text).not.toMatch(/hunter2|secret|\bat\b/)
    expect(await notifications(answer)).toEqual(refused(500, 1005, /^trace [0-9a-f-]{36}$/))
  })

  test('answers paths and methods that are not there with 6', async () => {
    server = await startTestServer()
    expect(await notifications(await server.request('/no-such-thing'))).toEqual(
      refused(404, 6, /no such call/),
    )
    expect(await notifications(await server.request('/settings', { method: 'PUT' }))).toEqual(refused(404, 6))
    expect(
      await notifications(await server.request('/settings/general/more', { method: 'PATCH', body: {} })),
    ).toEqual(refused(404, 6))
  })

  test('holds answers of tests against the contract', async () => {
    const wrong = {
      'reads.totalCount': async () => ({ data: { count: 'many' } }),
    } as unknown as Routes
    server = await startTestServer({ routes: wrong, env: { LOG_LEVEL: 'silent' } })
    const ada = await server.signUp()
    expect(await notifications(await ada.request('/reads/total-count'))).toEqual(refused(500, 1005))
  })

  test('hands out OPML as a file to keep', async () => {
    server = await startTestServer({ routes: { 'subscriptions.export': async () => '<opml/>' } })
    const ada = await server.signUp()
    const answer = await ada.request('/subscriptions/export')
    expect(answer.headers.get('content-type')).toBe('text/x-opml; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await answer.text()).toBe('<opml/>')
  })
})

describe('a stream of entries', () => {
  const endless = (state: { sent: number; ended: boolean }): Routes => ({
    'entries.stream': async () =>
      (async function* () {
        try {
          for (; state.sent < 100_000; state.sent++) {
            yield JSON.stringify({ id: String(state.sent), content: 'x'.repeat(1000) })
            await new Promise((later) => setTimeout(later, 1))
          }
        } finally {
          state.ended = true
        }
      })(),
  })

  test('is streamed line by line over a real port, and ends when its reader disconnects', async () => {
    const state = { sent: 0, ended: false }
    server = await startTestServer({ routes: endless(state), listen: true })
    const { cookie } = await server.signUp()
    const gone = new AbortController()
    const answer = await fetch(`${server.url}/api/entries/stream`, {
      method: 'POST',
      body: '{"ids":["1"]}',
      headers: { cookie },
      signal: gone.signal,
    })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    const reader = answer.body!.getReader()
    const { value } = await reader.read()
    const [line] = new TextDecoder().decode(value).split('\n')
    expect(JSON.parse(line!)).toMatchObject({ id: '0' })
    gone.abort()
    await expect.poll(() => state.ended, { timeout: 5000 }).toBe(true)
    expect(state.sent).toBeLessThan(100_000)
  })
})
