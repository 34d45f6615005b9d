import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedEntries, seedFeed } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let paths: Readonly<Record<'page' | 'missing page' | 'data', readonly string[]>>

/** Of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

beforeAll(async () => {
  const feeds = { hub: { verify: async () => '<script>alert(1)</script>', push: async () => false } }
  server = await startTestServer({ feeds, env: { LOG_LEVEL: 'silent' } })
  const ada = await server.signUp('ada')
  const feedId = await seedFeed(server.storage)
  const [entryId] = await seedEntries(server.storage, feedId, [{ content: '<p>Text</p>' }])
  const list = { title: 'Picks', view: 0, fee: 0 }
  const made = (await (await ada.request('/lists', { method: 'POST', body: list })).json()) as {
    data: { id: string }
  }
  const form = new FormData()
  form.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png')
  const { cookie } = ada
  const sent = { method: 'POST', body: form, headers: { cookie } }
  const { url } = (await (await server.app.request('/api/upload/avatar', sent)).json()) as { url: string }
  paths = {
    page: [`feeds/${feedId}`, `entries/${entryId}`, `lists/${made.data.id}`, `users/${ada.id}`].map(
      (path) => `/share/${path}`,
    ),
    'missing page': ['feeds', 'entries', 'lists', 'users'].map((page) => `/share/${page}/nothing`),
    data: [
      new URL(url, server.url).pathname,
      '/avatars/nothing',
      '/websub/token?hub.mode=subscribe&hub.challenge=x',
      '/feed/1',
      '/nothing.js',
      '/not-built',
      '/healthz',
      '/api/nothing',
      '/api/status/configs',
      '/api/settings',
      '/api/openapi.json',
      '/api/better-auth/get-session',
      '/reader/api/0/user-info',
      '/fever/?api',
    ],
  }
})
afterAll(() => server.close())

/** The directives of a response's policy by name. */
async function policyOf(path: string) {
  const { headers, status } = await server.app.request(path)
  const policy = headers.get('content-security-policy') ?? ''
  const directives = policy.split('; ').map((directive): [string, string] => {
    const [name = '', ...values] = directive.split(' ')
    return [name, values.join(' ')]
  })
  return { status, headers, policy: Object.fromEntries(directives) }
}

const INERT = {
  'default-src': "'none'",
  'script-src': "'none'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

test.each(['page', 'missing page'] as const)(
  'a public %s runs, sends and frames nothing, in an origin of its own',
  async (kind) => {
    for (const path of paths[kind]) {
      const { status, headers, policy } = await policyOf(path)
      expect([path, status]).toEqual([path, kind === 'page' ? 200 : 404])
      expect(policy, path).toMatchObject({
        ...INERT,
        sandbox: 'allow-popups allow-popups-to-escape-sandbox',
        'style-src': "'unsafe-inline'",
        'img-src': 'http: https: data:',
        'media-src': 'http: https: data:',
      })
      expect(policy, path).not.toHaveProperty('frame-src')
      // Both together are an error page.
      expect(headers.get('cross-origin-opener-policy'), path).toBeNull()
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  },
)

test('pictures, answers of hubs, errors and calls are inert when they are opened as pages', async () => {
  for (const path of paths.data) {
    const { policy, headers } = await policyOf(path)
    expect(policy, path).toMatchObject({ ...INERT, sandbox: '' })
    expect(policy, path).not.toHaveProperty('img-src')
    expect(headers.get('cross-origin-opener-policy'), path).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})
