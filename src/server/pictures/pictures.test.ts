import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { startSite, type Site } from '../../../tests/support/site.ts'

/** Of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
const DAY_MS = 86_400_000

describe('pictures through the server', () => {
  let site: Site
  let folder: string
  let server: TestServer
  let ada: TestUser
  let now = Date.now()
  const start = (env: Readonly<Record<string, string>>) =>
    startTestServer({
      now: () => now,
      pictureLimits: { encoded: 100_000, decoded: 100_000, time: 2000, silence: 200 },
      env: {
        IMAGE_PROXY: 'all',
        DATA_DIR: folder,
        FETCH_ALLOW: `127.0.0.1:${new URL(site.url).port}`,
        ...env,
      },
    })
  beforeAll(async () => {
    site = await startSite()
    folder = mkdtempSync(join(tmpdir(), 'lectern-pictures-'))
    server = await start({})
    ada = await server.signUp('ada')
  }, 60_000)
  beforeEach(() => {
    site.requests.length = 0
    site.answer = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
  })
  afterAll(async () => {
    await server.close()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const sign = async (user: TestUser, ...urls: string[]) => {
    const answer = await user.request('/pictures/sign', { method: 'POST', body: { urls } })
    return ((await answer.json()) as { data: Record<string, string> }).data
  }
  const signed = async (url: string) => (await sign(ada, url))[url] ?? ''
  const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers })
  const statusOf = async (url: string) => (await get(await signed(url))).status

  test('a signed picture is fetched once, without cookies and referrer, and served with its type', async () => {
    const path = await signed(`${site.url}/a.png`)
    expect(path).toMatch(/^\/pictures\/[\w-]{43}\?url=/)
    const answer = await get(path, { cookie: ada.cookie, referer: 'http://reader.example/' })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG)
    const { headers } = answer
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('private, max-age=604800')
    const etag = headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    expect(site.requests).toHaveLength(1)
    expect(site.requests[0]?.headers).not.toHaveProperty('cookie')
    expect(site.requests[0]?.headers).not.toHaveProperty('referer')
  })

  test('an address that is unsigned, altered or signed elsewhere is refused and not fetched', async () => {
    const path = await signed(`${site.url}/refused.png`)
    const other = encodeURIComponent(`${site.url}/other.png`)
    const refused = [
      path.replace(/url=.*/, `url=${other}`),
      path.replace(/pictures\/./, (first) => (first.endsWith('A') ? 'pictures/B' : 'pictures/A')),
      path.replace(/pictures\/[\w-]+/, 'pictures/x'),
      `/pictures/${'A'.repeat(43)}?url=${other}`,
      path.replace(/\?.*/, ''),
    ]
    for (const one of refused) expect([one, (await get(one)).status]).toEqual([one, 403])
    expect(site.requests).toEqual([])
  })

  test('only users have addresses signed, each user the same ones, and no address with a password', async () => {
    const url = `${site.url}/second-user.png`
    const refused = await server.request('/pictures/sign', { method: 'POST', body: { urls: [url] } })
    expect(refused.status).toBe(401)
    const ben = await server.signUp('ben')
    expect(await sign(ben, url)).toEqual(await sign(ada, url))
    const others = [
      'data:image/png;base64,AA',
      'ftp://a.example/a.png',
      'http://a:b@c.example/a.png',
      '/a.png',
    ]
    expect(await sign(ada, ...others)).toEqual({})
  })

  test('a page, a script and a false picture are not served', async () => {
    const contents = [
      ['text/html', '<script>alert(1)</script>'],
      ['image/png', '<html><script>alert(1)</script>'],
      ['image/svg+xml', '<html><svg></svg>'],
      ['text/plain', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['image/png', ''],
    ]
    for (const [index, [type = '', body]] of contents.entries()) {
      site.answer = (_, response) => void response.writeHead(200, { 'content-type': type }).end(body)
      expect([index, await statusOf(`${site.url}/false-${index}`)]).toEqual([index, 502])
    }
  })

  test('an SVG picture is served under a policy that runs and loads nothing', async () => {
    const svg =
      '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
    site.answer = (_, response) => void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg)
    const answer = await get(await signed(`${site.url}/a.svg`))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const policy = answer.headers.get('content-security-policy') ?? ''
    for (const directive of ["default-src 'none'", "script-src 'none'", 'sandbox'])
      expect(policy).toContain(directive)
  })

  test('a picture that is too large, also unpacked, or never ends is given up', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(200_000)])
    site.answer = (_, response) => void response.writeHead(200).end(large)
    expect(await statusOf(`${site.url}/large.png`)).toBe(502)
    site.answer = (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large))
    expect(await statusOf(`${site.url}/packed.png`)).toBe(502)
    site.answer = (_, response) => void response.writeHead(200).write(PNG)
    expect(await statusOf(`${site.url}/endless.png`)).toBe(502)
  })

  test('a redirect is followed to a picture, and not into the inner network', async () => {
    site.answer = ({ url = '' }, response) =>
      url === '/from.png'
        ? void response.writeHead(302, { location: '/to.png' }).end()
        : void response.writeHead(200).end(PNG)
    expect(await statusOf(`${site.url}/from.png`)).toBe(200)
    const inner = await startSite()
    inner.answer = (_, response) => void response.writeHead(200).end(PNG)
    try {
      site.answer = (_, response) => void response.writeHead(302, { location: `${inner.url}/x.png` }).end()
      expect(await statusOf(`${site.url}/into.png`)).toBe(502)
      expect(await statusOf(`${inner.url}/direct.png`)).toBe(502)
      expect(inner.requests).toEqual([])
    } finally {
      inner.close()
    }
  })

  test('several requests at once fetch a picture once, and another process takes it from the folder', async () => {
    const path = await signed(`${site.url}/at-once.png`)
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await get(path)).status))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    const second = await start({})
    try {
      expect((await second.app.request(path)).status).toBe(200)
    } finally {
      await second.close()
    }
    expect(site.requests).toHaveLength(1)
  })

  test('`insecure` serves pictures without TLS only, `off` none, and the session says which', async () => {
    const modes: readonly (readonly [string, readonly string[], string])[] = [
      ['off', [], 'img-src http: https: data: blob:'],
      ['insecure', ['http://a.example/a.png'], "img-src 'self' https: data: blob:"],
      ['all', ['http://a.example/a.png', 'https://a.example/a.png'], "img-src 'self' data: blob:"],
    ]
    const dist = join(import.meta.dirname, '../../app')
    for (const [mode, served] of modes) {
      const one = await startTestServer({
        dist,
        env: { IMAGE_PROXY: mode, DATA_DIR: folder, PUBLIC_URL: 'https://reader.example' },
      })
      try {
        const user = await one.signUp('cleo')
        expect(Object.keys(await sign(user, ...(modes[2]?.[1] ?? [])))).toEqual(served)
        const session = (await (await user.request('/better-auth/get-session')).json()) as {
          imageProxy: string
        }
        expect(session.imageProxy).toBe(mode)
        const policy = (await one.app.request('/')).headers.get('content-security-policy') ?? ''
        expect(policy.split('; ').find((line) => line.startsWith('img-src'))).toBe(
          modes.find(([name]) => name === mode)?.[2],
        )
        const path = await signed('http://a.example/a.png')
        const every = { method: 'POST', body: { urls: modes[2]?.[1], every: true } }
        const exported = (await (await user.request('/pictures/sign', every)).json()) as { data: object }
        expect(Object.keys(exported.data)).toHaveLength(mode === 'off' ? 0 : 2)
        if (mode === 'off') expect((await one.app.request(path)).status).toBe(403)
      } finally {
        await one.close()
      }
    }
  })

  test('the cache stays within its bound', async () => {
    const small = await start({ IMAGE_CACHE_MB: '1', DATA_DIR: join(folder, 'small') })
    try {
      const big = Buffer.concat([PNG, Buffer.alloc(90_000)])
      site.answer = (_, response) => void response.writeHead(200).end(big)
      for (let number = 0; number < 30; number += 1) {
        const answer = await small.app.request(await signed(`${site.url}/many-${number}.png`))
        expect(answer.status).toBe(200)
      }
    } finally {
      await small.close()
    }
    const files = readdirSync(join(folder, 'small', 'pictures'), { recursive: true, withFileTypes: true })
    const count = files.filter((file) => file.isFile()).length
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(11)
  })

  // Last, as the session ends with the time.
  test('a missing picture is not fetched again at once, and a stored one outlives its origin for a month', async () => {
    site.answer = (_, response) => void response.writeHead(404).end()
    const missing = await signed(`${site.url}/missing.png`)
    for (let time = 0; time < 3; time += 1) expect((await get(missing)).status).toBe(502)
    expect(site.requests).toHaveLength(1)

    site.answer = (_, response) => void response.writeHead(200).end(PNG)
    now += DAY_MS
    expect((await get(missing)).status).toBe(200)
    site.answer = (_, response) => void response.writeHead(500).end()
    now += 8 * DAY_MS
    expect((await get(missing)).status).toBe(200)
    now += 30 * DAY_MS
    expect((await get(missing)).status).toBe(502)
  })
})
