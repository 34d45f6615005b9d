import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../tests/support/command-line.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, startService, type Service } from '../../tests/support/service.ts'
import { tokenOf } from '../../tests/support/sync.ts'
import type { TokenLimit } from '../contract/app-passwords.ts'
import type { TokenScope } from '../contract/token-scopes.ts'
import { builtInPlugins } from '../server/plugins/load-manifests.ts'
import { readerCommands } from './registry/reader-commands.ts'

/** The plugin may have been deleted. */
const isThere = existsSync(join(builtInPlugins, 'readeck'))

let service: Service
let plugin: PluginServer
beforeAll(async () => {
  service = await startService(() => ({ ...json(202, {}), headers: { location: '/api/bookmarks/7' } }))
  plugin = await startPluginServer('readeck')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

const save = async (name: string, scopes: readonly TokenScope[], limit?: TokenLimit) => {
  const { password } = await tokenOf(plugin.server, plugin.user, { scopes, ...(limit && { limit }) })
  return runCommand(['save', name, plugin.entryId], {
    env: { LECTERN_URL: 'http://localhost', LECTERN_TOKEN: password },
    fetch: async (input, init) => plugin.server.app.request(input as Request, init),
  })
}

test.runIf(isThere)('an entry is saved by a plugin that is set up, with its address there', async () => {
  expect(await save('readeck', ['save'])).toMatchObject({
    code: 1,
    error: 'readeck: This plugin is switched off.',
  })
  await plugin.set({ values: { enableReadeck: true } })
  expect(await save('readeck', ['save'])).toMatchObject({
    code: 1,
    error: 'readeck: Readeck needs: readeckEndpoint. Enter it under Settings, Integration.',
  })
  await plugin.set({
    values: { enableReadeck: true, readeckEndpoint: service.url },
    secrets: { readeckToken: 'secret' },
  })
  expect(await save('readeck', ['save'])).toMatchObject({
    code: 0,
    out: `Saved 1 entry.\n${service.url}/bookmarks/7`,
  })
  expect(await save('nothing', ['save'])).toMatchObject({ code: 1, error: 'There is no plugin nothing' })
})

test.runIf(isThere)('a token without the scope, or limited to other feeds, saves nothing', async () => {
  expect(await save('readeck', ['read', 'mark', 'manage'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('needs the scope "save"'),
  })
  const limit = { folders: ['Other'], feeds: [] }
  expect(await save('readeck', ['save'], limit)).toMatchObject({ code: 1, error: 'Entry not found' })
})

test.runIf(isThere)(
  'a pipeline saves as the command of the reader does',
  async () => {
    const { password } = await tokenOf(plugin.server, plugin.user, { scopes: ['read', 'mark', 'save'] })
    const run = (line: string) =>
      runCommand(['run', line, '--json'], {
        env: { LECTERN_URL: 'http://localhost', LECTERN_TOKEN: password },
        fetch: async (input, init) => plugin.server.app.request(input as Request, init),
        readerCommands: async () => readerCommands,
      })
    const before = service.requests.length
    const { code, error, out } = await run('limit:1 | entry:star | integration:save-to-readeck')
    expect([code, error]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({
      selected: 1,
      steps: [
        { step: 'entry:star', entries: 1 },
        { step: 'integration:save-to-readeck', entries: 1 },
      ],
    })
    expect(service.requests).toHaveLength(before + 1)
    expect(await run('limit:1 | integration:save-to-nothing')).toMatchObject({
      code: 1,
      error: expect.stringContaining('There is no plugin nothing'),
    })
  },
  60_000,
)
