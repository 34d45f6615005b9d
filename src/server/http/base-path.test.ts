/** A server below a path, behind a proxy that passes the path on, and behind one that removes it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectAssistant } from '../../../tests/support/assistant.ts'
import { runCommand } from '../../../tests/support/command-line.ts'
import { seedEntries, seedFeed } from '../../../tests/support/library.ts'
import { startMailbox } from '../../../tests/support/mailbox.ts'
import { startOidcProvider } from '../../../tests/support/oidc.ts'
import { cookiesOf, PASSWORD, startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { appPasswordOf, tokenOf } from '../../../tests/support/sync.ts'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import '../../../tests/support/plugin-contract.ts'
import { paths } from '../../contract/paths.ts'
import { readConfig } from '../config.ts'

const ADDRESS = 'https://read.example/apps/reader'
const env = { PUBLIC_URL: `${ADDRESS}/`, IMAGE_PROXY: 'all' }
const PAGE =
  '<!doctype html><html lang="en"><link rel="icon" href="/icon.png" /><script src="/assets/a.js"></script>'

let folder: string
let server: TestServer
const get = (path: string, init?: RequestInit) => server.app.request(`https://read.example${path}`, init)
const json = async (path: string, init?: RequestInit) =>
  (await (await get(path, init)).json()) as Record<string, unknown>
const post = (body: unknown, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-dist-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'index.html.br'), 'compressed by the build')
  writeFileSync(join(folder, 'assets', 'a.js'), 'start()')
  server = await startTestServer({ env, dist: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('below the path of PUBLIC_URL', () => {
  test('the page names its files and itself by the whole path, at each of its addresses', async () => {
    for (const path of ['/apps/reader/', '/apps/reader/timeline/view-0/all', '/settings/general']) {
      const page = await get(path)
      expect(await page.text(), path).toBe(
        PAGE.replace('<html', '<html data-base="/apps/reader"')
          .replace('/icon.png', '/apps/reader/icon.png')
          .replace('/assets', '/apps/reader/assets'),
      )
    }
    expect(await (await get('/apps/reader/assets/a.js')).text()).toBe('start()')
    const compressed = await get('/apps/reader/', { headers: { 'accept-encoding': 'br' } })
    expect(await compressed.text()).not.toContain('compressed by the build')
  })

  test('the path without a slash leads to the page, and another path that begins alike is no part of it', async () => {
    const short = await get('/apps/reader')
    expect([short.status, short.headers.get('location')]).toEqual([301, '/apps/reader/'])
    expect((await get('/apps/readers/api/status')).headers.get('content-type')).toContain('text/html')
  })

  test('every call answers as it does where a proxy has removed the path', async () => {
    const calls = Object.values(paths)
    expect(calls.length).toBeGreaterThan(100)
    for (const [method, path] of calls) {
      const filled = path.replaceAll(/\{\w+\}/g, '1')
      const cut = await get(`/api${filled}`, { method })
      const whole = await get(`/apps/reader/api${filled}`, { method })
      expect([whole.status, await whole.text()], path).toEqual([cut.status, await cut.text()])
      expect(whole.headers.get('content-type'), path).not.toContain('text/html')
    }
  })

  test('a session begins there, and its cookies are sent to no other part of the host', async () => {
    const signed = await get(
      '/apps/reader/api/better-auth/sign-up/email',
      post({ email: 'ada@example.org', password: PASSWORD, name: 'Ada' }),
    )
    const cookies = signed.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(1)
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/apps\/reader(\/api\/better-auth)?;/)
    const headers = { cookie: cookiesOf(signed) }
    for (const path of ['/apps/reader/api', '/api'])
      expect(await json(`${path}/better-auth/get-session`, { headers })).toMatchObject({
        user: { email: 'ada@example.org' },
      })
  })

  test('the description of the calls names the path', async () => {
    expect(await json('/apps/reader/api/openapi.json')).toMatchObject({
      servers: [{ url: '/apps/reader/api' }],
    })
  })

  test('programs find how to get a token at the root of the host, and the challenge says where too', async () => {
    const described = {
      issuer: ADDRESS,
      authorization_endpoint: `${ADDRESS}/authorize`,
      token_endpoint: `${ADDRESS}/oauth/token`,
      registration_endpoint: `${ADDRESS}/oauth/register`,
    }
    const resource = { resource: `${ADDRESS}/mcp`, authorization_servers: [ADDRESS] }
    for (const [name, expected] of [
      ['oauth-authorization-server', described],
      ['oauth-protected-resource', resource],
    ] as const)
      for (const path of [`/.well-known/${name}/apps/reader`, `/apps/reader/.well-known/${name}`])
        expect(await json(path), path).toMatchObject(expected)
    expect(await json('/.well-known/oauth-protected-resource/apps/reader/mcp')).toMatchObject(resource)
    const refused = await get('/apps/reader/mcp', post({}))
    expect(refused.headers.get('www-authenticate')).toContain(
      `resource_metadata="${ADDRESS}/.well-known/oauth-protected-resource/mcp"`,
    )
  })

  test('an assistant and the command line work with a token', async () => {
    const user = await server.signUp()
    const { password } = await tokenOf(server, user, { scopes: ['read'] })
    const assistant = await connectAssistant(
      new StreamableHTTPClientTransport(new URL(`${ADDRESS}/mcp`), {
        fetch: async (url, init) => server.app.request(url.toString(), init),
        requestInit: { headers: { authorization: `Bearer ${password}` } },
      }),
    )
    const { tools } = await assistant.client.listTools()
    expect(tools.map(({ name }) => name)).toContain('list')
    expect((await assistant.call('list')).failed).toBe(false)
    await assistant.close()
    const listed = await runCommand(['list'], {
      env: { LECTERN_URL: `${ADDRESS}/`, LECTERN_TOKEN: password },
      fetch: async (input, init) => server.app.request(new Request(input, init)),
    })
    expect([listed.code, listed.error]).toEqual([0, ''])
  })

  test('other readers sign in and list at each of their addresses', async () => {
    const user = await server.signUp()
    const password = await appPasswordOf(user)
    for (const address of ['/apps/reader/api/greader.php', '/apps/reader']) {
      const form = new URLSearchParams({ Email: user.email, Passwd: password })
      const login = await get(`${address}/accounts/ClientLogin`, { method: 'POST', body: form })
      const [, token = ''] = /Auth=(\S+)/.exec(await login.text()) ?? []
      const headers = { authorization: `GoogleLogin auth=${token}` }
      expect(
        await json(
          `${address}/reader/api/0/stream/contents/user/-/state/com.google/reading-list?output=json`,
          { headers },
        ),
        address,
      ).toMatchObject({ items: [] })
    }
    for (const address of ['/apps/reader/fever/', '/apps/reader/api/fever.php'])
      expect(await json(`${address}?api`, { method: 'POST' })).toMatchObject({ api_version: 3, auth: 0 })
  })

  test('public pages link to pages below the path', async () => {
    const feed = await seedFeed(server.storage, { title: 'Tea' })
    const [entry] = await seedEntries(server.storage, feed, [{ title: 'Oolong', content: '<p>Leaves</p>' }])
    const page = await (await get(`/apps/reader/share/feeds/${feed}`)).text()
    expect(page).toContain(`href="${ADDRESS}/share/feeds/${feed}"`)
    expect(page).toContain(`href="/apps/reader/share/entries/${entry}"`)
    expect(page).toContain(`href="/apps/reader/timeline/view-0/${feed}"`)
    const local = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href)
    expect(local.filter((href) => !href?.startsWith('/apps/reader/'))).toEqual([])
    expect((await get(`/apps/reader/feed/${feed}`)).headers.get('location')).toBe(
      `/apps/reader/share/feeds/${feed}`,
    )
  })

  test('pictures that the server gives out have addresses below the path', async () => {
    const user = await server.signUp()
    const picture = 'https://pictures.example/a.png'
    const signed = await user.request('/pictures/sign', { method: 'POST', body: { urls: [picture] } })
    expect(await signed.json()).toMatchObject({
      data: { [picture]: expect.stringMatching(/^\/apps\/reader\/pictures\//) },
    })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const form = new FormData()
    form.set('file', new Blob([png], { type: 'image/png' }), 'me.png')
    const { url } = (await (await user.request('/upload/avatar', { method: 'POST', body: form })).json()) as {
      url: string
    }
    expect(url).toMatch(new RegExp(`^${ADDRESS}/avatars/`))
    expect((await get(new URL(url).pathname)).headers.get('content-type')).toBe('image/png')
  })
})

describe('links that leave the server', () => {
  let other: TestServer
  afterEach(() => other.close())

  test('a provider leads back below the path', async () => {
    const provider = await startOidcProvider('lectern', 'between us')
    other = await startTestServer({
      env: {
        ...env,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'lectern',
        OIDC_CLIENT_SECRET: 'between us',
      },
    })
    const response = await other.request('/better-auth/sign-in/social', {
      method: 'POST',
      body: { provider: 'oidc', callbackURL: `${ADDRESS}/login` },
    })
    const { url } = (await response.clone().json()) as { url: string }
    const claims = { sub: 'g-1', email: 'grace@example.org', email_verified: true, name: 'Grace' }
    const back = provider.signIn(url, claims)
    expect(back.href).toMatch(new RegExp(`^${ADDRESS}/api/better-auth/`))
    const returned = await other.app.request(back.pathname + back.search, {
      headers: { cookie: cookiesOf(response) },
    })
    provider.close()
    expect(returned.headers.get('location')).toBe(`${ADDRESS}/login`)
  })

  test('an e-mail leads below the path', async () => {
    const mailbox = await startMailbox()
    other = await startTestServer({ env: { ...env, SMTP_URL: mailbox.url } })
    const { email } = await other.signUp()
    await other.request('/better-auth/request-password-reset', {
      method: 'POST',
      body: { email, redirectTo: '/apps/reader/reset-password' },
    })
    const job = await other.storage.db
      .selectFrom('jobs')
      .select('payload')
      .where('payload', 'like', '%reset-password%')
      .executeTakeFirstOrThrow()
    const [link = ''] = /https:[^\s"\\]+/.exec(String(job.payload)) ?? []
    expect(link).toMatch(new RegExp(`^${ADDRESS}/api/better-auth/reset-password/`))
    const opened = await other.app.request(link)
    expect(opened.headers.get('location')).toMatch(
      /^(https:\/\/read\.example)?\/apps\/reader\/reset-password\?token=/,
    )
    await mailbox.close()
  })
})

test.each([
  ['https://read.example/', true],
  ['https://read.example/reader', true],
  ['http://read.example:8080/a/b.c/', true],
  ['https://read.example/api', false],
  ['https://read.example/my/feed/', false],
  ['https://read.example/a%20b/', false],
  ['https://read.example/a//b', false],
  ['https://read.example/?a=b', false],
  ['ftp://read.example/', false],
  ['reader', false],
])('PUBLIC_URL may be %s: %s', (PUBLIC_URL, allowed) => {
  const read = () => readConfig({ PUBLIC_URL })
  if (allowed) expect(read().PUBLIC_URL).toBe(PUBLIC_URL)
  else expect(read).toThrow(/PUBLIC_URL/)
})
