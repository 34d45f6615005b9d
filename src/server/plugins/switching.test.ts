import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { builtInPlugins } from './load-manifests.ts'
import { loadPlugins, type Loaded } from './load.ts'

const ROUNDS = 100

const deletesLater = (id: string): boolean => {
  const file = join(builtInPlugins, id, 'server.ts')
  return existsSync(file) && readFileSync(file, 'utf8').includes('switchedOff(')
}

describe('switching plugins', () => {
  let server: PluginServer
  let plugins: readonly Loaded[]
  beforeAll(async () => {
    server = await startPluginServer('beacon', 'sqlite', { others: 'all' })
    plugins = await loadPlugins(builtInPlugins, (id, error) => {
      throw new Error(`${id} cannot be loaded`, { cause: error })
    })
  })
  afterAll(() => server.close())

  /** Number of rows by table, without broadcasts to other processes, which expire. */
  async function rows(): Promise<Readonly<Record<string, number>>> {
    const { db } = server.server.storage
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    const counted = tables
      .filter(({ name }) => name !== 'notices')
      .map(async ({ name }) => {
        const { count } = await db
          .selectFrom(name as never)
          .select((select) => select.fn.countAll<number | bigint>().as('count'))
          .executeTakeFirstOrThrow()
        return [name, Number(count)] as const
      })
    return Object.fromEntries(await Promise.all(counted))
  }
  async function switchAll(on: boolean): Promise<void> {
    for (const { manifest } of plugins) {
      const response = await server.user.request(`/plugins/${manifest.id}/settings`, {
        method: 'PATCH',
        body: { values: { [manifest.enabledBy]: on } },
      })
      expect(response.status, manifest.id).toBe(200)
    }
  }

  test('all of them, a hundred times, leaves one row of settings for each, the jobs that wait, and no other row or table', async () => {
    const before = await rows()
    expect(Object.keys(before).length).toBeGreaterThan(20)
    for (let round = 0; round < ROUNDS; round += 1) {
      await switchAll(true)
      await switchAll(false)
    }
    // A job of a plugin that is off is deleted when it is due.
    const jobs = plugins.flatMap(({ manifest }) => Object.keys(manifest.jobs ?? {})).length
    // So is that of one that deletes something a day after it was switched off.
    const deletions = plugins.filter(({ manifest }) => deletesLater(manifest.id)).length
    expect(await rows()).toEqual({ ...before, jobs: jobs + deletions, pluginSettings: plugins.length })
  }, 400_000)
})
