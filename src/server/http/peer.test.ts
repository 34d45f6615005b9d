import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { peerAddress } from './peer.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

/** What the server takes for the address of somebody. */
async function seen(remoteAddress: string, forwarded: string | null, PUBLIC_URL = ''): Promise<string> {
  const app = new Hono().get('/', (context) => context.text(peerAddress(context, { PUBLIC_URL })))
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers }, from(remoteAddress))).text()
}

test('an address is what the socket says, unless a proxy is to be expected', async () => {
  expect(await seen('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  expect(await seen('127.0.0.1', '1.2.3.4')).toBe('127.0.0.1')
  expect(await seen('203.0.113.9', '1.2.3.4', 'https://read.example')).toBe('203.0.113.9')
  expect(await seen('127.0.0.1', '6.6.6.6, 1.2.3.4', 'https://read.example')).toBe('1.2.3.4')
  expect(await seen('::ffff:127.0.0.1', '1.2.3.4', 'https://read.example')).toBe('1.2.3.4')
  expect(await seen('127.0.0.1', 'nonsense', 'https://read.example')).toBe('127.0.0.1')
  expect(await seen('fe80::1%eth0', null)).toBe('fe80::1')
})

test('long answers are squeezed for people far away only', async () => {
  server = await startTestServer()
  const ask = (address: string, path: string) =>
    server!.app.request(path, { headers: { 'accept-encoding': 'gzip' } }, from(address))
  const far = await ask('203.0.113.9', '/api/openapi.json')
  expect(far.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from(await far.arrayBuffer())).toString()).toMatch(/"openapi":"3\.1\.0"/)
  expect((await ask('127.0.0.1', '/api/openapi.json')).headers.get('content-encoding')).toBeNull()
  expect((await ask('203.0.113.9', '/api/status/configs')).headers.get('content-encoding')).toBeNull()
})
