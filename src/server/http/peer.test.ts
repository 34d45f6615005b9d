import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { peerAddress, warnOfUnnamedProxy } from './peer.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

/** The client address as the server sees it. */
async function seen(remoteAddress: string, forwarded: string | null, proxies = ''): Promise<string> {
  const config = readConfig({ PUBLIC_URL: 'https://read.example', TRUSTED_PROXIES: proxies })
  const app = new Hono().get('/', (context) => context.text(peerAddress(context, config)))
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers }, from(remoteAddress))).text()
}

test('the address is the socket’s, unless a proxy is configured', async () => {
  expect(await seen('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  expect(await seen('127.0.0.1', '1.2.3.4')).toBe('127.0.0.1')
  expect(await seen('10.0.0.9', '1.2.3.4')).toBe('10.0.0.9')
  expect(await seen('203.0.113.9', '1.2.3.4', '127.0.0.1')).toBe('203.0.113.9')
  expect(await seen('127.0.0.1', '6.6.6.6, 1.2.3.4', '127.0.0.1')).toBe('1.2.3.4')
  expect(await seen('::ffff:127.0.0.1', '1.2.3.4', '127.0.0.1,::1')).toBe('1.2.3.4')
  expect(await seen('10.1.2.3', '6.6.6.6, 1.2.3.4, 10.9.9.9', '10.0.0.0/8')).toBe('1.2.3.4')
  expect(await seen('fd00::1', '2001:db8::7', 'fd00::/8')).toBe('2001:db8::7')
  expect(await seen('127.0.0.1', '10.0.0.1', '127.0.0.1,10.0.0.0/8')).toBe('10.0.0.1')
  expect(await seen('127.0.0.1', 'nonsense', '127.0.0.1')).toBe('127.0.0.1')
  expect(await seen('127.0.0.1', '1.2.3.4, nonsense', '127.0.0.1')).toBe('127.0.0.1')
  expect(await seen('fe80::1%eth0', null)).toBe('fe80::1')
})

test('a proxy that cannot be read stops the start and is named', () => {
  expect(() => readConfig({ TRUSTED_PROXIES: '10.0.0.1, proxy.example, 10.0.0.0/33' })).toThrow(
    /TRUSTED_PROXIES: no address and no CIDR: proxy\.example, 10\.0\.0\.0\/33/,
  )
})

test('an unconfigured local proxy is reported once', async () => {
  const warned: unknown[] = []
  const log = { ...createLog('silent'), warn: (_: string, about?: object) => void warned.push(about) }
  const app = (proxies: string) =>
    new Hono()
      .use(warnOfUnnamedProxy({ config: readConfig({ TRUSTED_PROXIES: proxies }), log }))
      .get('/', (context) => context.text(''))
  const [named, unnamed] = [app('10.0.0.0/8'), app('')]
  const headers = { 'x-forwarded-for': '1.2.3.4' }
  for (const _ of [1, 2]) {
    await named.request('/', { headers }, from('10.0.0.2'))
    await unnamed.request('/', {}, from('10.0.0.2'))
    await unnamed.request('/', { headers }, from('203.0.113.9'))
  }
  expect(warned).toEqual([])
  for (const _ of [1, 2]) await unnamed.request('/', { headers }, from('10.0.0.2'))
  expect(warned).toEqual([{ proxy: '10.0.0.2' }])
})

test('long responses are compressed for remote clients only', async () => {
  server = await startTestServer()
  const ask = (address: string, path: string) =>
    server!.app.request(path, { headers: { 'accept-encoding': 'gzip' } }, from(address))
  const far = await ask('203.0.113.9', '/api/openapi.json')
  expect(far.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from(await far.arrayBuffer())).toString()).toMatch(/"openapi":"3\.1\.0"/)
  expect((await ask('127.0.0.1', '/api/openapi.json')).headers.get('content-encoding')).toBeNull()
  expect((await ask('203.0.113.9', '/api/status/configs')).headers.get('content-encoding')).toBeNull()
})

test('streams are compressed for no client, so that no line is delayed', async () => {
  server = await startTestServer()
  const { cookie } = await server.signUp()
  const headers = { cookie, 'accept-encoding': 'gzip' }
  const ids = { method: 'POST', headers, body: JSON.stringify({ ids: [] }) }
  const entries = await server.app.request('/api/entries/stream', ids, from('203.0.113.9'))
  const live = await server.app.request('/api/live', { headers }, from('203.0.113.9'))
  await live.body?.cancel()
  for (const { status, headers: sent } of [entries, live])
    expect([status, sent.get('content-encoding')]).toEqual([200, null])
})
