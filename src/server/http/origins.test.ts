import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import type { Fixtures } from '../../../tests/support/api-matrix/fixtures.ts'
import { pluginRows } from '../../../tests/support/plugin-contract.ts'
import { calls, type Call } from '../../contract/calls.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import type { Routes } from './routes.ts'

let server: TestServer
afterEach(() => server.close())

const write = (user: TestUser, headers: Record<string, string>) =>
  user.request('/settings/general', {
    method: 'PATCH',
    body: { dimRead: true },
    headers: { host: '192.168.1.5:4310', ...headers },
  })

test('a page of another site can write nothing in our name', async () => {
  server = await startTestServer({ env: { HOST: '0.0.0.0' } })
  const ada = await server.signUp()
  for (const origin of [
    'https://evil.example',
    'null',
    'http://192.168.1.5',
    'https://192.168.1.5:4310',
    'not an origin',
  ]) {
    const answer = await write(ada, { origin })
    expect([origin, answer.status]).toEqual([origin, 403])
    expect(await answer.json()).toMatchObject({ code: 1004 })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
  const answer = await ada.request('/settings')
  expect(await answer.json()).toMatchObject({ settings: {} })
})

test('our own page and programs without a page write freely', async () => {
  server = await startTestServer({ env: { HOST: '0.0.0.0' } })
  const ada = await server.signUp()
  expect((await write(ada, { origin: 'http://192.168.1.5:4310' })).status).toBe(200)
  expect((await write(ada, {})).status).toBe(200)
})

test('a page of another origin cannot sign a user in, and gets a JSON error', async () => {
  server = await startTestServer({ env: { HOST: '0.0.0.0' } })
  const { email } = await server.signUp()
  const answer = await server.request('/better-auth/sign-in/email', {
    method: 'POST',
    body: { email, password: 'correct horse battery' },
    headers: { origin: 'https://evil.example', host: '192.168.1.5:4310' },
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('content-type')).toBe('application/json')
})

test('the page that PUBLIC_URL names may ask from its own origin, and no other may', async () => {
  server = await startTestServer({ env: { HOST: '0.0.0.0', PUBLIC_URL: 'https://read.example/app' } })
  const ask = (origin: string) =>
    server.request('/settings/general', {
      method: 'OPTIONS',
      headers: { origin, host: '192.168.1.5:4310', 'access-control-request-method': 'PATCH' },
    })
  const ours = await ask('https://read.example')
  expect(ours.status).toBe(204)
  expect(ours.headers.get('access-control-allow-origin')).toBe('https://read.example')
  expect(ours.headers.get('access-control-allow-credentials')).toBe('true')
  for (const name of [
    'x-app-version',
    'x-client-id',
    'x-session-id',
    'x-token',
    'cache-control',
    'content-type',
  ])
    expect(ours.headers.get('access-control-allow-headers')).toContain(name)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    expect(ours.headers.get('access-control-allow-methods')).toContain(method)
  expect((await ask('https://other.example')).headers.get('access-control-allow-origin')).toBeNull()
  const read = await server.request('/status/configs', {
    headers: { origin: 'https://read.example', host: '192.168.1.5:4310' },
  })
  expect(read.headers.get('access-control-allow-origin')).toBe('https://read.example')
  expect(read.headers.get('vary')).toMatch(/Origin/)
})

test('every answer forbids what a page of ours never does', async () => {
  server = await startTestServer({ env: { HOST: '0.0.0.0' } })
  for (const path of ['/status/configs', '/nothing', '/better-auth/get-session']) {
    const { headers } = await server.request(path)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'none';/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

describe('what a browser may be led to', () => {
  const FETCH = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  const NAVIGATION = {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  const OWN = { origin: 'http://localhost' }
  /** Headers by name of a request with a user's cookie. */
  const led: Readonly<Record<string, Record<string, string>>> = {
    'a link of another site': { ...NAVIGATION, 'sec-fetch-site': 'cross-site' },
    'a link of another port of this machine': { ...NAVIGATION, 'sec-fetch-site': 'same-site' },
    'a link in a mail': { ...NAVIGATION, 'sec-fetch-site': 'none' },
    'a link in an entry': NAVIGATION,
    'a picture in an entry': {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    },
    'a script of another site': { ...FETCH, 'sec-fetch-site': 'cross-site' },
    'a script of another site that says where it is': { origin: 'https://evil.example' },
    'a link, where the browser says no more': { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    'a picture, where the browser says no more': { accept: 'image/avif,image/webp,*/*;q=0.8' },
  }
  const free: typeof led = {
    'a script of our own page': FETCH,
    'a script of our own page that says where it is': { ...FETCH, ...OWN },
    'a program': {},
    'an older browser': { accept: 'application/json' },
  }

  /** Records the calls that ran. */
  async function startNoting() {
    const ran: string[] = []
    const note = (name: string) => async () => {
      ran.push(name)
      return { code: 0 }
    }
    const routes = Object.fromEntries(withEffects.map((name) => [name, note(name)])) as Routes
    server = await startTestServer({ routes, checkAnswers: false })
    return ran
  }
  const withEffects = (Object.keys(calls) as CallName[]).filter(
    (name) => (calls[name] as Call).effects && !(calls[name] as Call).answers,
  )
  /** Of a plugin's call, from its row in the matrix. */
  const queryOf = (name: CallName) =>
    `?${new URLSearchParams(pluginRows[name]?.good({} as Fixtures) as Record<string, string>)}`
  const addresses: Readonly<Record<string, string>> = {
    'entries.chapters': '?id=1',
    'entries.readability': '?id=1',
    'entries.transcript': '?id=1',
    'threads.get': '?entryId=1',
    'feeds.get': '?url=https://a.example/',
    'feeds.refresh': '?id=1',
    'feeds.reset': '?id=1',
  }

  test('reads that do something answer no link, picture or foreign page, and all programs', async () => {
    const ran = await startNoting()
    const { request, token } = await server.signUp()
    expect(withEffects).toEqual(
      expect.arrayContaining(['feeds.get', 'feeds.refresh', 'feeds.reset', 'messaging.test']),
    )
    for (const name of withEffects) {
      const path = paths[name][1] + (addresses[name] ?? queryOf(name))
      for (const [text, headers] of Object.entries(led))
        for (const method of ['GET', 'HEAD']) {
          const answer = await request(path, { method, headers })
          expect([name, method, text, answer.status]).toEqual([name, method, text, 403])
        }
      expect(ran).toEqual([])
      for (const [text, headers] of Object.entries(free))
        expect([name, text, (await request(path, { headers })).status]).toEqual([name, text, 200])
      // Headers that no browser adds by itself.
      const authorization = `Bearer ${token}`
      const bearer = await server.request(path, {
        headers: { ...led['a script of another site'], authorization },
      })
      expect([name, bearer.status]).toEqual([name, 200])
      ran.length = 0
    }
  })

  test('what changes something is a POST, which older clients may GET', async () => {
    const ran = await startNoting()
    const { request } = await server.signUp()
    for (const name of ['feeds.refresh', 'feeds.reset', 'messaging.test'] as const) {
      const [method, path] = paths[name]
      expect(method).toBe('POST')
      expect((await request(path, { method, body: { id: '1' } })).status).toBe(200)
      expect((await request(`${path}?id=1`)).status).toBe(200)
    }
    expect(ran).toHaveLength(6)
  })

  test('a form writes nothing, on any page; a script writes text as before', async () => {
    server = await startTestServer()
    const { request, token } = await server.signUp()
    const body = JSON.stringify({ handle: 'clicked', title: '=' })
    const send = (headers: Record<string, string>) => request('/inboxes', { method: 'POST', headers, body })
    const text = { 'content-type': 'text/plain' }
    const forms: Record<string, string>[] = [
      { ...text, ...OWN, ...NAVIGATION },
      { ...text, ...NAVIGATION },
      { ...text, ...OWN, accept: 'text/html,*/*;q=0.8' },
      { ...text, ...OWN, ...NAVIGATION, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'no-cors' },
      { ...OWN, ...FETCH, 'content-type': 'application/x-www-form-urlencoded' },
      { ...OWN, ...FETCH, 'content-type': 'multipart/form-data; boundary=a' },
      { ...text, ...FETCH, 'sec-fetch-site': 'cross-site' },
      { ...text, ...FETCH, 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of forms) expect([headers, (await send(headers)).status]).toEqual([headers, 403])
    const list = await request('/inboxes/list')
    expect(await list.json()).toMatchObject({ data: [] })
    const scripts: Record<string, string>[] = [
      { ...text, ...OWN, ...FETCH },
      text,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]
    for (const [index, headers] of scripts.entries()) {
      const written = await request('/inboxes', {
        method: 'POST',
        headers,
        body: JSON.stringify({ handle: `written${index}` }),
      })
      expect([headers, written.status]).toEqual([headers, 200])
    }
    const bearer = await server.request('/inboxes', {
      method: 'POST',
      headers: { ...text, ...FETCH, 'sec-fetch-site': 'cross-site', authorization: `Bearer ${token}` },
      body: JSON.stringify({ handle: 'borne' }),
    })
    expect(bearer.status).toBe(200)
  })

  test('a provider may redirect users back with a form, and a form cannot sign in', async () => {
    server = await startTestServer()
    const form = { origin: 'https://provider.example', ...NAVIGATION, 'sec-fetch-site': 'cross-site' }
    const post = (path: string) =>
      server.request(`/better-auth/${path}`, {
        method: 'POST',
        headers: { ...form, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'state=a&code=b',
      })
    expect((await post('callback/apple')).status).not.toBe(403)
    expect((await post('sign-in/email')).status).toBe(403)
  })
})

describe('a user whom a proxy signs in', () => {
  const env = {
    FORWARD_AUTH_HEADER: 'Remote-Email',
    FORWARD_AUTH_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://read.example/lectern',
    LOG_LEVEL: 'silent',
  }
  const own = { origin: 'https://read.example', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  const forged: Readonly<Record<string, Record<string, string>>> = {
    'a script': {
      origin: 'http://evil.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
    },
    'a script of a neighbour': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    'a form': { origin: 'null', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    'a form of an old browser': { accept: 'text/html,*/*;q=0.8' },
  }
  const users = () => server.storage.db.selectFrom('user').select('email').execute()

  test('writes nothing, and gets no account or session, by a page of another site', async () => {
    server = await startTestServer({ env })
    for (const [from, headers] of Object.entries(forged))
      for (const path of ['/labels', '/app-passwords', '/plugins/installed', '/better-auth/sign-out']) {
        const answer = await server.request(path, {
          method: 'POST',
          headers: { 'remote-email': 'ada@example.org', 'content-type': 'text/plain', ...headers },
          body: JSON.stringify({ name: 'forged' }),
        })
        expect([from, path, answer.status, answer.headers.get('set-cookie')]).toEqual([from, path, 403, null])
      }
    expect(await users()).toEqual([])
    const written = await server.request('/labels', {
      method: 'POST',
      headers: { 'remote-email': 'ada@example.org', ...own },
      body: { name: 'mine' },
    })
    expect(written.status).toBe(200)
  })

  test('starts nothing by a link or a picture of another site', async () => {
    server = await startTestServer({ env })
    const picture = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    for (const headers of [
      picture,
      { ...picture, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ]) {
      const answer = await server.request('/feeds?url=https://a.example/', {
        headers: { 'remote-email': 'ada@example.org', ...headers },
      })
      expect(answer.status).toBe(403)
    }
  })

  test('still sends mails to inboxes and uses other readers on pages elsewhere', async () => {
    server = await startTestServer({ env })
    for (const path of ['/inboxes/webhook', '/greader.php/accounts/ClientLogin', '/fever.php?api']) {
      const answer = await server.request(path, {
        method: 'POST',
        headers: forged['a script'] ?? {},
        body: {},
      })
      expect([path, answer.status]).not.toEqual([path, 403])
    }
  })
})
