import { connect } from 'node:net'
import { hostname } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
afterEach(() => server.close())

/** The status of a page or call requested under a host name. */
const statusOf = async (host: string, path = '/api/status/configs') =>
  (await server.app.request(path, { headers: { host } })).status

describe('the names that the server answers to', () => {
  test('are those of this machine, where nothing is set', async () => {
    server = await startTestServer()
    for (const host of [
      '127.0.0.1:4310',
      'localhost:5173',
      'LOCALHOST',
      '[::1]:4310',
      'a.localhost',
      hostname(),
    ])
      expect([host, await statusOf(host)]).toEqual([host, 200])
    const foreign = [
      'evil.example:4311',
      'localhost.evil.example',
      '203.0.113.9',
      '127.0.0.1.evil.example',
      'a b',
      '@',
    ]
    for (const host of foreign) expect([host, await statusOf(host)]).toEqual([host, 421])
    const refused = await server.app.request('/api/status/configs', { headers: { host: 'evil.example' } })
    expect(await refused.json()).toMatchObject({
      code: 90421,
      reason: expect.stringMatching(/Set PUBLIC_URL/),
    })
    const page = await server.app.request('/', { headers: { host: 'evil.example' } })
    expect([page.status, await page.text()]).toEqual([421, expect.stringMatching(/Set PUBLIC_URL/)])
  })

  test('are every address too, where it listens at all of them, as addresses cannot be rebound', async () => {
    server = await startTestServer({ env: { HOST: '0.0.0.0' } })
    for (const host of ['192.168.1.5:4310', '203.0.113.9', '[2001:db8::1]:4310', '127.0.0.1'])
      expect([host, await statusOf(host)]).toEqual([host, 200])
    expect(await statusOf('evil.example')).toBe(421)
  })

  test('are that of PUBLIC_URL, at any port', async () => {
    server = await startTestServer({ env: { PUBLIC_URL: 'https://read.example' } })
    for (const host of ['read.example', 'read.example:443', '127.0.0.1:4310'])
      expect([host, await statusOf(host)]).toEqual([host, 200])
    expect(await statusOf('evil.example')).toBe(421)
    expect(await statusOf('www.read.example')).toBe(421)
  })

  test('do not matter for the health check', async () => {
    server = await startTestServer()
    expect(await statusOf('10.0.0.7:4310', '/healthz')).toBe(200)
    expect(await statusOf('evil.example', '/share/feeds/1')).toBe(421)
  })

  test('are the same for sign-up and sign-in, whatever origin is claimed', async () => {
    server = await startTestServer()
    const { email } = await server.signUp()
    const headers = { host: 'evil.example:4311', origin: 'http://evil.example:4311' }
    const body = { email, password: 'correct horse battery', name: 'Eve' }
    for (const path of ['sign-up/email', 'sign-in/email'])
      expect((await server.request(`/better-auth/${path}`, { method: 'POST', headers, body })).status).toBe(
        421,
      )
  })

  test('are looked at in absolute addresses as well', async () => {
    server = await startTestServer({ listen: true })
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET http://evil.example/api/status/configs HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    )
    let answer = ''
    for await (const part of socket) answer += String(part)
    expect(answer).toMatch(/^HTTP\/1\.1 421 /)
  })
})

test('the origin of a page counts whole: scheme, host and port', async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://read.example' } })
  const { request } = await server.signUp()
  const write = async (origin: string, host: string) =>
    (
      await request('/settings/general', {
        method: 'PATCH',
        headers: { origin, host },
        body: { dimRead: true },
      })
    ).status
  expect(await write('https://read.example', 'read.example')).toBe(200)
  expect(await write('http://127.0.0.1:4310', '127.0.0.1:4310')).toBe(200)
  for (const origin of ['http://read.example', 'https://read.example:8443', 'https://read.example:80'])
    expect([origin, await write(origin, 'read.example')]).toEqual([origin, 403])
  expect(await write('https://127.0.0.1:4310', '127.0.0.1:4310')).toBe(403)
  expect(await write('http://127.0.0.1:4311', '127.0.0.1:4310')).toBe(403)
})

test('a server with an https address sends HSTS', async () => {
  const cases = [
    ['https://read.example', 'max-age=31536000'],
    ['http://read.example', null],
    ['', null],
  ] as const
  for (const [PUBLIC_URL, transport] of cases) {
    await server?.close()
    server = await startTestServer({ env: { PUBLIC_URL } })
    const { headers } = await server.request('/status/configs')
    expect(headers.get('strict-transport-security')).toBe(transport)
  }
})
