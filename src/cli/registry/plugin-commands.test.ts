import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReadwise, type ReadwiseServer } from '../../../tests/support/readwise-server.ts'
import { runCommand } from '../../../tests/support/command-line.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { tokenOf } from '../../../tests/support/sync.ts'
import type { TokenScope } from '../../contract/token-scopes.ts'
import { builtInPlugins } from '../../server/plugins/load-manifests.ts'
import { readerCommands } from './reader-commands.ts'

/** The plugin may have been deleted. */
const isThere = existsSync(join(builtInPlugins, 'readwise'))

describe.runIf(isThere)('a server', () => {
  let readwise: ReadwiseServer
  let plugin: PluginServer
  let other: TestUser
  beforeAll(async () => {
    readwise = await startReadwise()
    plugin = await startPluginServer('readwise', 'sqlite', { listen: true })
    other = await plugin.signUpFollower('other')
    await plugin.set({ values: { enableReadwise: true, readwiseEndpoint: readwise.url } })
  })
  afterAll(async () => {
    await plugin.close()
    await readwise.close()
  })
  const setToken = (readwiseToken: string) => plugin.set({ secrets: { readwiseToken } })
  const lectern = async (
    words: readonly string[],
    {
      user = plugin.user,
      scopes = ['save', 'read'],
    }: { user?: TestUser; scopes?: readonly TokenScope[] } = {},
  ) => {
    const { password } = await tokenOf(plugin.server, user, { scopes })
    return runCommand(['run', ...words], {
      env: { LECTERN_URL: plugin.server.url, LECTERN_TOKEN: password },
      readerCommands: async () => readerCommands,
    })
  }
  const send = 'readwise:send-highlights'

  test('what is missing, and what the service refuses, is an error in words', async () => {
    expect(await lectern([send])).toMatchObject({ code: 0, out: 'You have no highlights and notes yet' })
    const body = { entryId: plugin.entryId, note: 'About all of it' }
    await plugin.user.request('/highlights', { method: 'POST', body })
    expect(await lectern([send])).toMatchObject({
      code: 1,
      error: 'readwise: Readwise needs: Access token. Enter it under Settings, Integration.',
    })
    await setToken('wrong')
    for (const id of [send, 'readwise:check-token'])
      expect(await lectern([id])).toMatchObject({
        code: 1,
        out: '',
        error: expect.stringMatching(/^readwise: Readwise does not accept the token/) as unknown,
      })
    await setToken(readwise.token)
    readwise.refuseNext({ status: 429, body: '{}' })
    expect(await lectern([send])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^readwise: Readwise /) as unknown,
    })
    expect(readwise.highlights.size).toBe(0)
  })

  test('highlights are sent, and the message is printed as in the reader', async () => {
    await setToken(readwise.token)
    expect(await lectern([send])).toEqual({
      code: 0,
      out: 'Highlights and notes that Readwise now has: 1',
      error: '',
    })
    expect(readwise.highlights.has('About all of it')).toBe(true)
    const { code, out } = await lectern([send, '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { command: send, output: { key: 'highlightsSent', values: { count: 1 } } },
    ])
    expect(await lectern(['readwise:check-token'], { scopes: ['read'] })).toMatchObject({
      code: 0,
      out: 'Readwise accepts the token',
    })
  })

  test('a token without the scope, another user and an argument are refused in words', async () => {
    expect(await lectern([send], { scopes: ['read', 'mark', 'manage'] })).toMatchObject({
      code: 1,
      error: expect.stringContaining(`${send} needs the scope "save"`) as unknown,
    })
    expect(await lectern([send], { user: other })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^readwise: /) as unknown,
    })
    expect(await lectern([`${send} twice`])).toMatchObject({
      code: 2,
      error: `${send} takes no arguments.`,
    })
    expect(await lectern([send, '--dry-run'])).toMatchObject({ code: 2 })
  })
})

test.runIf(isThere)('commands of plugins are listed with their titles, without those of examples', () => {
  const listed = readerCommands.list()
  expect(listed).toContainEqual({
    id: 'readwise:send-highlights',
    title: 'Send highlights to Readwise',
    args: [],
    isStep: false,
    plugin: 'readwise',
  })
  expect(listed).toContainEqual({
    id: 'readwise:check-token',
    title: 'Check the Readwise token',
    args: [],
    isStep: false,
    plugin: 'readwise',
  })
  expect(listed).toContainEqual({
    id: 'integration:save-to-readwise',
    title: 'Save to Readwise',
    args: [],
    isStep: true,
    plugin: 'readwise',
  })
  expect(listed.filter(({ id }) => /hello/.test(id))).toEqual([])
})
