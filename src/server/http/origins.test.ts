import { afterEach, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
afterEach(() => server.close())

const write = (person: Person, headers: Record<string, string>) =>
  person.ask('/settings/general', {
    method: 'PATCH',
    body: { dimRead: true },
    headers: { host: 'reader.local:4310', ...headers },
  })

test('a page of another site can write nothing in our name', async () => {
  server = await startTestServer()
  const ada = await server.signUp()
  for (const origin of ['https://evil.example', 'null', 'http://reader.local', 'not an origin']) {
    const answer = await write(ada, { origin })
    expect([origin, answer.status]).toEqual([origin, 403])
    expect(await answer.json()).toMatchObject({ code: 1004 })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
  const answer = await ada.ask('/settings')
  expect(await answer.json()).toMatchObject({ settings: {} })
})

test('our own page and programs without a page write freely', async () => {
  server = await startTestServer()
  const ada = await server.signUp()
  expect((await write(ada, { origin: 'http://reader.local:4310' })).status).toBe(200)
  expect((await write(ada, { origin: 'https://reader.local:4310' })).status).toBe(200)
  expect((await write(ada, {})).status).toBe(200)
})

test('a foreign page cannot sign anybody in, and hears so in JSON', async () => {
  server = await startTestServer()
  const { email } = await server.signUp()
  const answer = await server.ask('/better-auth/sign-in/email', {
    method: 'POST',
    body: { email, password: 'correct horse battery' },
    headers: { origin: 'https://evil.example', host: 'reader.local:4310' },
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('content-type')).toBe('application/json')
})

test('the page that PUBLIC_URL names may ask from its own origin, and no other may', async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://read.example/app' } })
  const ask = (origin: string) =>
    server.ask('/settings/general', {
      method: 'OPTIONS',
      headers: { origin, host: 'api.example', 'access-control-request-method': 'PATCH' },
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
  const read = await server.ask('/status/configs', {
    headers: { origin: 'https://read.example', host: 'api.example' },
  })
  expect(read.headers.get('access-control-allow-origin')).toBe('https://read.example')
  expect(read.headers.get('vary')).toMatch(/Origin/)
})

test('every answer forbids what a page of ours never does', async () => {
  server = await startTestServer()
  for (const path of ['/status/configs', '/nothing', '/better-auth/get-session']) {
    const { headers } = await server.ask(path)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'none';/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})
