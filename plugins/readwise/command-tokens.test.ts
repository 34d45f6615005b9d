/** Commands of plugins with tokens: what their manifests name, and nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import type { TestUser } from '../../tests/support/server.ts'
import { kinds } from '../../tests/support/storage.ts'
import { tokenOf } from '../../tests/support/sync.ts'
import { startReadwise, type ReadwiseServer } from '../../tests/support/readwise-server.ts'
import type { TokenLimit } from '../../src/contract/app-passwords.ts'
import { tokenScopes, type TokenScope } from '../../src/contract/token-scopes.ts'

const others = (scope: TokenScope) => tokenScopes.filter((one) => one !== scope)

describe.each(kinds)('on %s', (kind) => {
  let readwise: ReadwiseServer
  let plugin: PluginServer
  let other: TestUser

  beforeAll(async () => {
    readwise = await startReadwise()
    plugin = await startPluginServer('readwise', kind, { env: { PLUGIN_SERVER_HALVES: 'on' } })
    other = await plugin.signUpFollower('other')
    await plugin.user.request('/highlights', {
      method: 'POST',
      body: { entryId: plugin.entryId, note: 'About all of it' },
    })
  })
  afterAll(async () => {
    await plugin.close()
    await readwise.close()
  })
  beforeEach(async () => {
    await plugin.set({
      values: { enableReadwise: true, readwiseEndpoint: readwise.url },
      secrets: { readwiseToken: readwise.token },
    })
  })

  type Call = {
    readonly scopes: readonly TokenScope[]
    readonly user?: TestUser
    readonly limit?: TokenLimit
    readonly plugin?: string
    readonly input?: unknown
  }
  const run = async (call: string, { user = plugin.user, scopes, limit, ...more }: Call) => {
    const { request } = await tokenOf(plugin.server, user, { scopes, ...(limit && { limit }) })
    const response = await request(`/plugins/${more.plugin ?? 'readwise'}/calls/${call}`, {
      method: 'POST',
      body: { input: 'input' in more ? more.input : {} },
    })
    return { status: response.status, ...((await response.json()) as { data?: unknown; reason?: string }) }
  }
  const refused = (words: string) => ({ status: 403, reason: expect.stringContaining(words) as unknown })

  const bundle = (more: object = {}) =>
    guestBundle({
      id: 'garden',
      commands: [{ id: 'garden:water', title: 'water', call: 'water', scope: 'manage' }],
      server: `host.answer('water', async () => ({ key: 'watered' })); host.answer('dig', async () => null)`,
      ...more,
    })
  const install = async (user: TestUser, text: string) => {
    const response = await installBundle(user, text)
    return (await response.json()) as unknown
  }

  test('a command of the manifest runs with its scope, and stands in the list of what apps did', async () => {
    expect(await run('highlights', { scopes: ['save'] })).toMatchObject({
      status: 200,
      data: { ok: true, output: { key: 'highlightsSent', values: { count: 1 } } },
    })
    expect(readwise.highlights.get('About all of it')).toMatchObject({ title: 'A title' })
    for (let times = 0; times < 2; times += 1)
      expect(await run('check', { scopes: ['read'] })).toMatchObject({
        data: { ok: true, output: { key: 'tokenGood' } },
      })
    const uses = (await (await plugin.user.request('/token-uses')).json()) as { data: { call: string }[] }
    expect(uses.data.map(({ call }) => call).toSorted()).toEqual([
      'readwise:check-token',
      'readwise:check-token',
      'readwise:send-highlights',
    ])
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('the same token reads again within the hour as one use', async () => {
    const { request } = await tokenOf(plugin.server, plugin.user, { scopes: ['read'] })
    for (let times = 0; times < 3; times += 1)
      await request('/plugins/readwise/calls/check', { method: 'POST', body: {} })
    const uses = (await (await plugin.user.request('/token-uses?limit=1')).json()) as { data: unknown }
    expect(uses.data).toMatchObject([{ call: 'readwise:check-token', count: 3, undo: 'never' }])
  })

  test.each([
    ['highlights', 'readwise:send-highlights', 'save'],
    ['check', 'readwise:check-token', 'read'],
  ] as const)('%s is closed to all other scopes together', async (call, id, scope) => {
    const before = readwise.requests.length
    expect(await run(call, { scopes: others(scope) })).toMatchObject(
      refused(`${id} needs the scope "${scope}", which this token does not have.`),
    )
    expect(readwise.requests).toHaveLength(before)
  })

  test('saving needs its own scope, whatever the commands need', async () => {
    const input = { entryId: plugin.entryId }
    expect(await run('save', { scopes: others('save'), input })).toMatchObject(
      refused('needs the scope "save"'),
    )
    expect(await run('save', { scopes: ['save'], input })).toMatchObject({ data: { ok: true } })
  })

  test.each([
    ['readwise', 'nothing'],
    ['digests', 'list'],
    ['nothing', 'highlights'],
    ['cubox', 'highlights'],
  ])('of %s the call %s is closed to a token of all scopes', async (id, call) => {
    expect(await run(call, { scopes: tokenScopes, plugin: id })).toMatchObject(
      refused('only "save" and those of the commands in their manifests are open to tokens'),
    )
  })

  test.each([{ entryId: '1' }, [], 'all', null])(
    'it is run without an input: %j is refused',
    async (input) => {
      expect(await run('highlights', { scopes: ['save'], input })).toMatchObject(
        refused('A token runs readwise:send-highlights without an input.'),
      )
    },
  )

  test('a token that is limited to some feeds runs none', async () => {
    const limit = { folders: [], feeds: ['1'] }
    for (const call of ['highlights', 'check'])
      expect(await run(call, { scopes: ['read', 'mark', 'save'], limit })).toMatchObject(
        refused('is not open to a token that is limited to some feeds'),
      )
  })

  test('another user’s token runs that of this other user, where the plugin is off', async () => {
    const before = readwise.requests.length
    expect(await run('highlights', { scopes: tokenScopes, user: other })).toMatchObject({
      data: { ok: false, words: { key: 'plugin.off' } },
    })
    await plugin.set({ values: { enableReadwise: false } })
    expect(await run('highlights', { scopes: ['save'] })).toMatchObject({
      data: { ok: false, words: { key: 'plugin.off' } },
    })
    expect(readwise.requests).toHaveLength(before)
  })

  test('of an installed plugin the version counts that its user has installed', async () => {
    const water = (scopes: readonly TokenScope[], user = plugin.user) =>
      run('water', { scopes, user, plugin: 'garden' })
    const closed = refused('only "save" and those of the commands')
    expect(await water(tokenScopes)).toMatchObject(closed)
    expect(await install(plugin.user, bundle())).toMatchObject({ code: 0 })
    expect(await water(['manage'])).toMatchObject({ data: { ok: true, output: { key: 'watered' } } })
    expect(await water(others('manage'))).toMatchObject(refused('garden:water needs the scope "manage"'))
    expect(await run('dig', { scopes: tokenScopes, plugin: 'garden' })).toMatchObject(closed)
    expect(await water(tokenScopes, other)).toMatchObject(closed)
    await install(plugin.user, bundle({ commands: [] }))
    expect(await water(tokenScopes)).toMatchObject(closed)
    await install(plugin.user, bundle())
    await plugin.server.storage.db
      .updateTable('installedPlugins')
      .set({ bundle: bundle({ version: '6.6.6' }) })
      .where('plugin', '=', 'garden')
      .execute()
    expect(await water(tokenScopes)).toMatchObject(closed)
  })

  test('a bundle whose commands break the rules is refused in words', async () => {
    const commands = [{ id: 'entry:star', title: 'star', call: 'star', scope: 'mark' }]
    expect(await install(plugin.user, bundle({ commands }))).toMatchObject({
      code: 96001,
      reason: expect.stringContaining('the id of a command is garden: and a name') as unknown,
    })
  })
})
