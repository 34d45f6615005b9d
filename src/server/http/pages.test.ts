import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'

const script = 'console.log("a script long enough to be squeezed")\n'.repeat(50)
let server: TestServer
let top: string
let dist: string

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), 'lectern-dist-'))
  dist = join(top, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(top, 'secret'), 'nobody sees this')
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Lectern</title>')
  writeFileSync(join(dist, 'sw.js'), 'self.skipWaiting()')
  writeFileSync(join(dist, 'assets', 'main-a1b2.js'), script)
  writeFileSync(join(dist, 'assets', 'sql-c3d4.wasm'), new Uint8Array([0, 97, 115, 109]))
  server = await startTestServer({ dist })
})
afterEach(async () => {
  await server.close()
  rmSync(top, { recursive: true })
})
const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers })

test('every address without a file returns the page, revalidated each time', async () => {
  for (const path of ['/', '/timeline/view-0/all', '/settings/']) {
    const answer = await get(path)
    expect(await answer.text()).toContain('<title>Lectern</title>')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  }
})

test('the page may run the scripts that the build has put into it, and no other', async () => {
  expect((await get('/')).headers.get('content-security-policy')).toContain(
    "script-src 'self' 'wasm-unsafe-eval';",
  )
  writeFileSync(join(dist, 'index.html'), '<script>dusk()</script><script>dawn()</script>')
  utimesSync(join(dist, 'index.html'), 1, 1)
  const sources = ['dusk()', 'dawn()'].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  const policy = `script-src 'self' 'wasm-unsafe-eval' ${sources.join(' ')};`
  const page = await get('/timeline')
  expect(page.headers.get('content-security-policy')).toContain(policy)
  const again = await get('/timeline', { 'if-none-match': page.headers.get('etag') ?? '' })
  expect([again.status, again.headers.get('content-security-policy')]).toEqual([
    304,
    expect.stringContaining(policy),
  ])
})

test('the frame of plugins runs its one script, in an origin of its own, below our pages only', async () => {
  const source = readFileSync(join(import.meta.dirname, '../../../public/plugin-frame.html'), 'utf8')
  writeFileSync(join(dist, 'plugin-frame.html'), source)
  const frame = await get('/plugin-frame.html')
  const served = await frame.text()
  const scripts = [...served.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text)
  expect(scripts).toHaveLength(1)
  const hash = createHash('sha256').update(scripts.join()).digest('base64')
  expect(frame.headers.get('content-security-policy')).toBe(
    `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${hash}'; worker-src blob:; ` +
      "connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  )
  expect(frame.headers.get('x-frame-options')).toBeNull()
  // The reader requests it with a hash in the address, and has the frame offline.
  expect(frame.headers.get('cache-control')).toBe('no-cache')
  const hashed = await get('/plugin-frame.html?0.6.1-hash')
  expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(frame.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await get('/')).headers.get('x-frame-options')).toBe('DENY')
  expect((await get('/')).headers.get('content-security-policy')).toContain("frame-src 'self' https:;")
})

test('scripts of the captcha are allowed only where one is configured', async () => {
  const scriptsOf = async (env: Record<string, string>) => {
    await server.close()
    server = await startTestServer({ dist, env })
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    return /script-src [^;]*/.exec(policy)?.[0]
  }
  const own = "script-src 'self' 'wasm-unsafe-eval'"
  const keys = { CAPTCHA_HCAPTCHA_SITE_KEY: 'key', CAPTCHA_HCAPTCHA_SECRET: 'secret' }
  expect(await scriptsOf({ CAPTCHA_HCAPTCHA_SITE_KEY: 'key' })).toBe(own)
  expect(await scriptsOf(keys)).toBe(`${own} https://hcaptcha.com https://*.hcaptcha.com`)
  const CAPTCHA_HCAPTCHA_SCRIPT_URL = 'https://captcha.example.org/api.js'
  expect(await scriptsOf({ ...keys, CAPTCHA_HCAPTCHA_SCRIPT_URL })).toBe(`${own} https://captcha.example.org`)
})

test('the page and its files are apart from pages that open them, and all other answers are in an origin of their own', async () => {
  const apart = async (path: string) => (await get(path)).headers.get('cross-origin-opener-policy')
  for (const path of ['/', '/timeline/view-0/all']) expect(await apart(path)).toBe('same-origin')
  expect(await apart('/sw.js')).toBe('same-origin')
  const { headers } = await get('/api/settings')
  expect(headers.get('content-security-policy')).toMatch(/; sandbox$/)
})

test('the page may send requests to this server, and to the origins that plugins of this server need', async () => {
  const connectOf = async () =>
    (await get('/')).headers.get('content-security-policy')?.match(/connect-src ([^;]*)/)?.[1]
  expect(await connectOf()).toBe("'self'")
  await server.close()
  server = await startTestServer({ dist, connect: ['https://usage.example', 'https://errors.example'] })
  expect(await connectOf()).toBe("'self' https://usage.example https://errors.example")
})

test('a worker has the same content policy as the page', async () => {
  expect((await get('/sw.js')).headers.get('content-security-policy')).toContain("connect-src 'self'")
})

test('files with a hash in their name are cached forever, the service worker is not', async () => {
  expect((await get('/assets/main-a1b2.js')).headers.get('cache-control')).toMatch(/immutable/)
  expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache')
  expect((await get('/assets/sql-c3d4.wasm')).headers.get('content-type')).toBe('application/wasm')
})

test('a missing script is missing, and not a page', async () => {
  const answer = await get('/assets/gone-9999.js')
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('<title>')
})

test('scripts are compressed as the browser accepts it', async () => {
  const bytesOf = async (accept: string) => {
    const answer = await get('/assets/main-a1b2.js', { 'accept-encoding': accept })
    return { coding: answer.headers.get('content-encoding'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const [brotli, gzipped, plain] = [await bytesOf('gzip, br'), await bytesOf('gzip;q=0.5'), await bytesOf('')]
  expect([brotli.coding, gzipped.coding, plain.coding]).toEqual(['br', 'gzip', null])
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script)
  expect(gunzipSync(gzipped.bytes).toString()).toBe(script)
  expect(plain.bytes.toString()).toBe(script)
})

test('an encoding that the browser refuses is not used', async () => {
  const encodingOf = async (accept: string) =>
    (await get('/assets/main-a1b2.js', { 'accept-encoding': accept })).headers.get('content-encoding')
  expect(await encodingOf('br;q=0, gzip')).toBe('gzip')
  expect(await encodingOf('br;q=0, gzip;q=0')).toBeNull()
})

test('a page that the browser has is not sent again, until it changes', async () => {
  const etag = (await get('/')).headers.get('etag')!
  expect((await get('/', { 'if-none-match': etag })).status).toBe(304)
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Newer</title>')
  utimesSync(join(dist, 'index.html'), 2_000_000_000, 2_000_000_000)
  const answer = await get('/', { 'if-none-match': etag })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Newer')
})

test('no path leads out of the folder', async () => {
  for (const path of [
    '/../secret',
    '/%2e%2e/secret',
    '/..%2fsecret',
    '/assets/..%2f..%2fsecret',
    '/%00',
    '/%',
  ])
    expect(await (await get(path)).text()).not.toContain('nobody sees this')
})

test('a missing client build is reported with the command that builds it', async () => {
  rmSync(dist, { recursive: true })
  const answer = await get('/')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toMatch(/npm run build/)
})
