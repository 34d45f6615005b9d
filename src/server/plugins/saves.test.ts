import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { json, startService, type Service } from '../../../tests/support/service.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { TestUser } from '../../../tests/support/server.ts'

describe.each(kinds)('what was saved, on %s', (kind) => {
  let service: Service
  let plugin: PluginServer
  let now = 1000

  beforeAll(async () => {
    service = await startService(() => json(200, { code: 200 }))
    plugin = await startPluginServer('cubox', kind, { now: () => now })
    await plugin.set({
      values: { enableCubox: true },
      secrets: { cuboxToken: `${service.url}/c/api/save/secret` },
    })
  })
  afterAll(async () => {
    await plugin.close()
    await service.close()
  })
  const saves = async (user: TestUser = plugin.user) => {
    const response = await user.ask(`/plugins/saves?entryId=${plugin.entryId}`)
    return ((await response.json()) as { data: unknown }).data
  }

  test('is listed by plugin with its last time, and a refusal is not', async () => {
    expect(await saves()).toEqual([])
    service.refuseNext({ status: 503 })
    expect(await plugin.save()).toMatchObject({ ok: false })
    expect(await saves()).toEqual([])
    await plugin.save()
    now = 2000
    await plugin.save()
    expect(await saves()).toEqual([{ plugin: 'cubox', at: 2000, url: null }])
  })

  test('is another user’s own affair', async () => {
    expect(await saves(await plugin.server.signUp('other'))).toEqual([])
  })

  test('goes with the entry', async () => {
    await plugin.server.storage.db.deleteFrom('entries').execute()
    expect(await plugin.server.storage.db.selectFrom('saves').selectAll().execute()).toEqual([])
  })
})
