import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { guestBundle, installBundle } from '../../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../../tests/support/plugin-server.ts'
import { insertHighlight } from '../../storage/entries/highlights.ts'
import type { TestUser } from '../../../../tests/support/server.ts'

let plugin: PluginServer
beforeAll(async () => {
  plugin = await startPluginServer('hello', 'sqlite', { env: { PLUGIN_SERVER_HALVES: 'on' } })
})
afterAll(() => plugin.close())

const answers = {
  greet: `async ({ by }, { settings, secret }) => by + ' greets ' + settings.name + ' ' + secret('token')`,
  read: `async ({ id }, { entry }) => (await entry(id)).entry.title`,
  reach: `async ({ url }, { fetch }) => (await fetch(url)).text`,
  loop: 'async () => { for (;;) {} }',
  all: 'async (_, { highlights }) => (await highlights()).length',
  history: 'async (of, { history }) => (await history(of)).map(({ entryId, atOnce }) => [entryId, atOnce])',
  pages: `async (_, { highlights }) => {
    const notes = []
    for (let after; ;) {
      const page = await highlights({ limit: 2, ...(after && { after }) })
      after = page.at(-1)
      if (!after) return notes
      notes.push(page.map(({ note }) => note[0]))
    }
  }`,
}
const bundle = (id = 'guest', permissions: readonly string[] = []) =>
  guestBundle({
    id,
    settings: { name: { type: 'string', default: 'reader' } },
    permissions,
    secrets: ['token'],
    server: Object.entries(answers)
      .map(([name, handler]) => `host.answer('${name}', ${handler})`)
      .join('\n'),
  })
const ask = async (user: TestUser, path: string, body?: object, method = 'POST') => {
  const response = await user.request(path, body ? { method, body } : {})
  return (await response.json()) as { code: number; data?: unknown }
}
const install = async (user: TestUser, text: string, granted: readonly string[] = []) =>
  (await installBundle(user, text, granted)).json()
const call = async (user: TestUser, name: string, input: object, id = 'guest') =>
  ask(user, `/plugins/${id}/calls/${name}`, { input })

test('before it is installed its part for the server is shown as one that runs', async () => {
  expect(await ask(plugin.user, '/plugins/preview', { bundle: bundle() })).toMatchObject({
    data: { serverHalf: 'runs', code: expect.stringContaining('for (;;)') },
  })
})

test('a call reaches the server half of the user’s own plugin, with the user’s settings and secrets alone', async () => {
  const other = await plugin.server.signUp('other')
  await install(plugin.user, bundle())
  expect(await call(other, 'greet', { by: 'Ada' })).toMatchObject({ code: 6 })
  await install(other, bundle())
  await ask(plugin.user, '/plugins/guest/settings', { secrets: { token: 'mine' } }, 'PATCH')
  await ask(other, '/plugins/guest/settings', { values: { name: 'Eve' } }, 'PATCH')
  expect(await call(plugin.user, 'greet', { by: 'Ada' })).toMatchObject({
    data: { ok: true, output: 'Ada greets reader mine' },
  })
  expect(await call(other, 'greet', { by: 'Ada' })).toMatchObject({
    data: { ok: true, output: 'Ada greets Eve ' },
  })
})

test('without its permission it reads no entry, and with it those that there are', async () => {
  const text = bundle('bookish', ['entries:read'])
  const read = () => call(plugin.user, 'read', { id: plugin.entryId }, 'bookish')
  await install(plugin.user, text)
  expect(await read()).toMatchObject({ data: { ok: false, words: { key: 'plugin.forbidden' } } })
  await install(plugin.user, text, ['entries:read'])
  expect(await read()).toMatchObject({ data: { ok: true, output: 'A title' } })
  expect(await call(plugin.user, 'read', { id: 'none' }, 'bookish')).toMatchObject({
    data: { ok: false, words: { key: 'plugin.entryGone' } },
  })
})

test('it reads highlights in pages, and all at once only where they are few', async () => {
  const note = (text: string) =>
    ask(plugin.user, '/highlights', {
      entryId: plugin.entryId,
      note: text,
      createdAt: '2026-01-01T00:00:00Z',
    })
  for (const letter of 'abc') await note(letter)
  await install(plugin.user, bundle('marking', ['highlights:read']), ['highlights:read'])
  expect(await call(plugin.user, 'all', {}, 'marking')).toMatchObject({ data: { output: 3 } })
  expect(await call(plugin.user, 'pages', {}, 'marking')).toMatchObject({
    data: { output: [['c', 'b'], ['a']] },
  })
  const rows = Array.from({ length: 250 }, (_, at) => ({ id: `h${at}`, note: 'x'.repeat(20_000) }))
  const row = {
    entryId: plugin.entryId,
    exact: null,
    prefix: '',
    suffix: '',
    startOffset: null,
    endOffset: null,
  }
  for (const one of rows)
    await insertHighlight(
      plugin.server.storage,
      plugin.user.id,
      { ...row, ...one, color: 'yellow', title: null, createdAt: 0 },
      0,
    )
  expect(await call(plugin.user, 'all', {}, 'marking')).toMatchObject({
    data: { ok: false, words: { key: 'plugin.tooMuch' } },
  })
})

test('it reads what its user has read with the permission alone, within bounds', async () => {
  const text = bundle('historic', ['history:read'])
  const history = (of: object) => call(plugin.user, 'history', of, 'historic')
  const other = await plugin.signUpFollower('reading')
  await ask(plugin.user, '/reads', { entryIds: [plugin.entryId] })
  await install(plugin.user, text)
  expect(await history({})).toMatchObject({ data: { ok: false, words: { key: 'plugin.forbidden' } } })
  await install(plugin.user, text, ['history:read'])
  await install(other, text, ['history:read'])
  expect(await history({})).toMatchObject({ data: { output: [[plugin.entryId, false]] } })
  expect(await history({ until: 1 })).toMatchObject({ data: { output: [] } })
  expect(await call(other, 'history', {}, 'historic')).toMatchObject({ data: { output: [] } })
  for (const of of [{ limit: 501 }, { limit: 0 }, { from: 'x' }, { until: -1 }])
    expect(await history(of)).toMatchObject({ data: { ok: false, words: { key: 'plugin.forbidden' } } })
})

test('calls of one user that wait for a slow host leave places for others', async () => {
  const site = createServer((_request, response) => void pending.push(() => response.end('late')))
  const pending: (() => void)[] = []
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  const { port } = site.address() as AddressInfo
  const permission = `net:127.0.0.1:${port}`
  const text = bundle('patient', [permission])
  const other = await plugin.server.signUp('patient')
  await install(plugin.user, text, [permission])
  await install(other, text, [permission])
  const reach = () => call(plugin.user, 'reach', { url: `http://127.0.0.1:${port}/` }, 'patient')
  const waiting = [reach(), reach(), reach(), reach()]
  await expect.poll(() => pending.length).toBeGreaterThan(0)
  expect(await call(other, 'greet', { by: 'Ada' }, 'patient')).toMatchObject({ data: { ok: true } })
  expect(pending).toHaveLength(1)
  const answering = setInterval(() => pending.splice(0).forEach((answer) => answer()), 10)
  onTestFinished(() => clearInterval(answering))
  for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ data: { output: 'late' } })
}, 90_000)

test.each([
  ['http://169.254.169.254/', 'outside.unreachable'],
  ['http://10.0.0.1/', 'outside.unreachable'],
  ['http://example.org/', 'outside.forbidden'],
  ['file:///etc/passwd', 'outside.forbidden'],
])('it does not reach %s', async (url, key) => {
  const permissions = ['net:169.254.169.254', 'net:10.0.0.1', 'net:example.org']
  await install(plugin.user, bundle('reaching', permissions), permissions.slice(0, 2))
  expect(await call(plugin.user, 'reach', { url }, 'reaching')).toMatchObject({
    data: { ok: false, words: { key } },
  })
})

test('the response counts the requests of the call by their hosts, and says whether it crashed', async () => {
  const other = createServer((_, response) => void response.end('there')).listen(0, '127.0.0.1')
  const site = createServer(({ url }, response) => {
    if (url === '/away') response.writeHead(302, { location: addressOf(other) }).end()
    else response.end('here')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void [site, other].map((one) => one.close()))
  await Promise.all([once(site, 'listening'), once(other, 'listening')])
  const [host, away] = [site, other].map((one) => new URL(addressOf(one)).host)
  const permissions = [`net:${host}`, `net:${away}`]
  await install(plugin.user, bundle('courier', permissions), permissions)
  const reach = (url: string) => call(plugin.user, 'reach', { url }, 'courier')
  expect((await reach(`${addressOf(site)}/away`)).data).toEqual({
    ok: true,
    output: 'there',
    contacted: { [String(host)]: 1, [String(away)]: 1 },
  })
  // A refusal is no crash, and a refused host was not contacted.
  expect((await reach('http://example.org/')).data).toEqual({
    ok: false,
    words: { key: 'outside.forbidden', values: { host: 'example.org' } },
  })
  expect((await call(plugin.user, 'read', null as never, 'courier')).data).toMatchObject({
    words: { key: 'plugin.halfFailed' },
    crashed: true,
  })
})
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('a loop is ended in words, while the server answers others', async () => {
  await install(plugin.user, bundle())
  const order: string[] = []
  const looping = call(plugin.user, 'loop', {}).finally(() => order.push('loop'))
  await ask(plugin.user, '/plugins/installed').then(() => order.push('list'))
  expect(await looping).toMatchObject({
    data: { ok: false, words: { key: 'plugin.tooSlow' }, crashed: true },
  })
  expect(order).toEqual(['list', 'loop'])
})

test('switched off, or altered in the database, it does not run', async () => {
  await install(plugin.user, bundle())
  await ask(plugin.user, '/plugins/guest/settings', { values: { enabled: false } }, 'PATCH')
  expect(await call(plugin.user, 'greet', {})).toMatchObject({ data: { words: { key: 'plugin.off' } } })
  await ask(plugin.user, '/plugins/guest/settings', { values: { enabled: true } }, 'PATCH')
  await plugin.server.storage.db
    .updateTable('installedPlugins')
    .set({ bundle: bundle().replace('greets', 'robs') })
    .where('plugin', '=', 'guest')
    .execute()
  expect(await call(plugin.user, 'greet', {})).toMatchObject({ code: 96003 })
})

test('where the administrator does not permit it, no server half runs', async () => {
  const closed = await startPluginServer('hello')
  try {
    await install(closed.user, bundle())
    expect(await call(closed.user, 'greet', { by: 'Ada' })).toMatchObject({
      data: { ok: false, words: { key: 'plugin.halvesOff' } },
    })
    expect(await ask(closed.user, '/plugins/preview', { bundle: bundle() })).toMatchObject({
      data: { serverHalf: 'off' },
    })
  } finally {
    await closed.close()
  }
})
