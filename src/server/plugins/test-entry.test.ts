import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReadwise } from '../../../tests/support/readwise-server.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { json, startService, type Service, type ServiceRequest } from '../../../tests/support/service.ts'
import { builtInPlugins } from './load-manifests.ts'

let now = 1000
let plugins: PluginServer
let service: Service
/** Answers as the service of the present test does. */
let respond: Parameters<typeof startService>[0] = () => ({ status: 404 })
beforeAll(async () => {
  service = await startService((request) => respond(request))
  plugins = await startPluginServer('cubox', 'sqlite', { others: 'all', now: () => now })
})
afterAll(async () => {
  await plugins.close()
  await service.close()
})

const title = 'A test entry from Lectern'
const picture = 'https://reader.example.org/icon-64.png'
const dataOf = async (response: Response) =>
  ((await response.json()) as { data: Record<string, unknown> }).data
const set = (plugin: string, body: unknown) =>
  plugins.user.request(`/plugins/${plugin}/settings`, { method: 'PATCH', body })
const outcomeOf = async (plugin: string) =>
  (await dataOf(await plugins.user.request(`/plugins/${plugin}/settings`)))['outcome']
async function testOf(plugin: string) {
  const response = await plugins.user.request(`/plugins/${plugin}/test`, {
    method: 'POST',
    body: { title, picture },
  })
  const { contacted: _, ...answer } = await dataOf(response)
  return answer
}

type Protocol = {
  readonly plugin: string
  readonly settings: (url: string) => object
  readonly respond: typeof respond
  /** What the service was sent names the entry. */
  readonly sent: (request: ServiceRequest) => unknown
}
const all: readonly Protocol[] = [
  {
    plugin: 'cubox',
    settings: (url) => ({ values: { enableCubox: true }, secrets: { cuboxToken: `${url}/c/api/save/x` } }),
    respond: () => json(200, { code: 200, message: '' }),
    sent: ({ body }) => JSON.parse(body).title,
  },
  {
    plugin: 'instapaper',
    settings: (url) => ({
      values: { enableInstapaper: true, instapaperUsername: 'ada', instapaperEndpoint: url },
    }),
    respond: () => json(201, { type: 'bookmark', bookmark_id: 42 }),
    sent: ({ path }) => new URL(path, 'http://service').searchParams.get('title'),
  },
  {
    plugin: 'readeck',
    settings: (url) => ({
      values: { enableReadeck: true, readeckEndpoint: url },
      secrets: { readeckToken: 'a-token' },
    }),
    respond: ({ headers }) =>
      headers.authorization === 'Bearer a-token'
        ? { status: 202, headers: { location: '/api/bookmarks/xyz' } }
        : json(401, {}),
    sent: ({ body }) => /name="title"\s+(.+?)\r/.exec(body)?.[1],
  },
  {
    plugin: 'outline',
    settings: (url) => ({
      values: { enableOutline: true, outlineEndpoint: `${url}/api`, outlineCollection: 'reading-abc' },
      secrets: { outlineToken: 'a-token' },
    }),
    respond: ({ path }) =>
      path === '/api/collections.info'
        ? json(200, { data: { id: '4a1f1a3e-1111-4222-8333-abcdefabcdef' } })
        : json(200, { data: { id: '5d8ee0b4-5f4a-4a4e-b1a5-3f1f9d9c0a11', url: '/doc/a-title-1' } }),
    sent: ({ body }) => JSON.parse(body).title,
  },
  {
    plugin: 'zotero',
    settings: (url) => ({
      values: { enableZotero: true, zoteroUserID: '42', zoteroEndpoint: url },
      secrets: { zoteroToken: 'a-token' },
    }),
    respond: () => json(200, { success: { '0': 'KEY1' }, failed: {} }),
    sent: ({ body }) => JSON.parse(body)[0].title,
  },
  {
    plugin: 'eagle',
    settings: (url) => ({ values: { enableEagle: true, eagleEndpoint: url } }),
    respond: () => json(200, { status: 'success' }),
    sent: ({ body }) => /A test entry from Lectern/.exec(body)?.[0],
  },
  {
    plugin: 'webhook',
    settings: (url) => ({ values: { enableWebhook: true }, secrets: { webhookUrl: `${url}/hook` } }),
    respond: () => ({ status: 204 }),
    sent: ({ body }) => JSON.parse(body).title,
  },
  {
    plugin: 'obsidian',
    settings: (url) => ({
      values: { enableObsidian: true, obsidianVaultPath: 'Notes', obsidianEndpoint: url },
      secrets: { obsidianToken: 'a-token' },
    }),
    respond: ({ method }) => (method === 'PUT' ? { status: 204 } : json(404, { errorCode: 40400 })),
    sent: ({ body }) => /A test entry from Lectern/.exec(body)?.[0],
  },
]

const there = (plugin: string) => existsSync(join(builtInPlugins, plugin))
const protocols = all.filter(({ plugin }) => there(plugin))

test.each(protocols)('$plugin saves a test entry by its own protocol', async (protocol) => {
  const { plugin, settings, sent } = protocol
  respond = protocol.respond
  expect((await set(plugin, settings(service.url))).status).toBe(200)
  expect(await outcomeOf(plugin)).toBeUndefined()
  expect(await testOf(plugin)).toMatchObject({ ok: true, output: { again: false } })
  expect(sent(service.requests.at(-1)!)).toBe(title)
  expect(await outcomeOf(plugin)).toEqual({ at: now, kind: 'test', words: null })
  // It is no entry of the user's.
  expect(await dataOf(await plugins.user.request('/plugins/saves/recent'))).toEqual([])
})

test.each(protocols)('$plugin says in words why its service refuses', async ({ plugin }) => {
  respond = () => ({ status: 401 })
  now += 1000
  const refused = await testOf(plugin)
  expect(refused).toMatchObject({ ok: false, words: { key: expect.stringMatching(/^outside\./) } })
  expect(await outcomeOf(plugin)).toEqual({ at: now, kind: 'test', words: refused['words'] })
})

test.runIf(there('readwise'))(
  'Readwise saves a test entry, and a changed token is not said to be tested',
  async () => {
    const readwise = await startReadwise()
    const values = { enableReadwise: true, readwiseEndpoint: readwise.url }
    await set('readwise', { values, secrets: { readwiseToken: 'a wrong one' } })
    expect(await testOf('readwise')).toMatchObject({ ok: false, words: { key: 'outside.notAccepted' } })
    await set('readwise', { secrets: { readwiseToken: readwise.token } })
    expect(await outcomeOf('readwise')).toBeUndefined()
    expect(await testOf('readwise')).toMatchObject({ ok: true })
    expect(readwise.documents).toMatchObject([{ title }])
    // Switching says nothing of the service.
    await set('readwise', { values: { enableReadwise: false } })
    expect(await outcomeOf('readwise')).toMatchObject({ kind: 'test', words: null })
    await readwise.close()
  },
)

test.runIf(there('cubox'))(
  'a saved entry, a refused one and a command are remembered, and what was not sent is not',
  async () => {
    respond = () => json(200, { code: 200, message: '' })
    now += 1000
    await plugins.save()
    expect(await outcomeOf('cubox')).toEqual({ at: now, kind: 'save', words: null })
    const saved = { at: now, kind: 'save', words: null }
    now += 1000
    expect(await plugins.call('save', { entryId: 'nowhere' })).toMatchObject({ ok: false })
    expect(await outcomeOf('cubox')).toEqual(saved)
    respond = () => json(200, { code: -1, message: 'Over the limit' })
    await plugins.save()
    expect(await outcomeOf('cubox')).toMatchObject({
      at: now,
      kind: 'save',
      words: { key: 'outside.refused', values: { reason: 'Over the limit' } },
    })
    // Another user has no part in it.
    const other = await plugins.signUpFollower('other')
    const response = await other.request('/plugins/cubox/settings')
    expect((await dataOf(response))['outcome']).toBeUndefined()
  },
)

test.runIf(there('obsidian'))(
  'an application that is opened tells nothing, and a plugin that saves nothing has no test',
  async () => {
    await set('obsidian', { values: { obsidianEndpoint: '' } })
    expect(await testOf('obsidian')).toMatchObject({ ok: true, output: { openAtOnce: true } })
    expect(await outcomeOf('obsidian')).toBeUndefined()
    const response = await plugins.user.request('/plugins/opml/test', { method: 'POST', body: { title } })
    expect(response.status).toBe(404)
  },
)

test.runIf(there('eagle'))('what is wrong with the entry says nothing of the service', async () => {
  await set('eagle', { values: { eagleEndpoint: service.url } })
  const before = service.requests.length
  const body = { title }
  const response = await plugins.user.request('/plugins/eagle/test', { method: 'POST', body })
  expect(await dataOf(response)).toMatchObject({ ok: false })
  expect(service.requests).toHaveLength(before)
  expect(await outcomeOf('eagle')).toBeUndefined()
})

test.runIf(there('email'))('e-mail that cannot be sent is a failure without any host', async () => {
  await set('email', { values: { enableEmail: true } })
  const refused = await testOf('email')
  expect(refused).toMatchObject({ ok: false, words: { key: 'plugin.noMail' } })
  expect(await outcomeOf('email')).toEqual({ at: now, kind: 'test', words: refused['words'] })
})
