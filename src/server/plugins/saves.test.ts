import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { json, startService, type Service } from '../../../tests/support/service.ts'
import { kinds } from '../../../tests/support/storage.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { seedEntries } from '../../../tests/support/library.ts'
import type { RecentSave } from '../../contract/plugins.ts'
import { putSave } from '../storage/plugins/saves.ts'

describe.each(kinds)('what was saved, on %s', (kind) => {
  let service: Service
  let plugin: PluginServer
  let now = 1000

  beforeAll(async () => {
    service = await startService(() => json(200, { code: 200 }))
    plugin = await startPluginServer('beacon', kind, { env: { PLUGIN_SERVER_HALVES: 'on' }, now: () => now })
    await plugin.set({
      values: { enableBeacon: true },
      secrets: { beaconToken: `${service.url}/c/api/save/secret` },
    })
  })
  afterAll(async () => {
    await plugin.close()
    await service.close()
  })
  const saves = async (user: TestUser = plugin.user) => {
    const response = await user.request(`/plugins/saves?entryId=${plugin.entryId}`)
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
    expect(await saves()).toEqual([{ plugin: 'beacon', at: 2000, url: null }])
  })

  test('is another user’s own affair', async () => {
    expect(await saves(await plugin.server.signUp('other'))).toEqual([])
  })

  test('is in one list of all entries, the newest first, of the user alone', async () => {
    const user = await plugin.signUpFollower('fourth')
    const recent = async (who: TestUser) =>
      ((await (await who.request('/plugins/saves/recent')).json()) as { data: RecentSave[] }).data
    expect(await recent(user)).toEqual([])
    const [listed] = await recent(plugin.user)
    expect(listed).toMatchObject({ entryId: plugin.entryId, plugin: 'beacon', at: 2000, url: null })
    const title = 'A later one'
    const [later = ''] = await seedEntries(plugin.server.storage, listed?.feedId ?? '', [{ title }])
    await putSave(plugin.server.storage, user.id, { entryId: later, plugin: 'guest', at: 3000, url: null })
    const first = { entryId: plugin.entryId, plugin: 'guest', at: 1000, url: 'https://example.org/1' }
    await putSave(plugin.server.storage, user.id, first)
    expect(await recent(user)).toMatchObject([{ entryId: later, title, at: 3000 }, first])
    expect(await recent(plugin.user)).toEqual([listed])
    expect((await plugin.server.request('/plugins/saves/recent')).status).toBe(401)
  })

  test('by an installed plugin is shown too, with the selection where it may read entries', async () => {
    const user = await plugin.signUpFollower('third')
    const permissions = ['entries:read', 'entries:save']
    const bundle = guestBundle({
      permissions,
      server: `host.answer('save', async ({ selection = 'all' }) => ({ url: 'https://example.org/' + selection }))`,
    })
    const save = async (granted: readonly string[]) => {
      await installBundle(user, bundle, granted)
      const input = { entryId: plugin.entryId, selection: 'a-part' }
      const response = await user.request('/plugins/guest/calls/save', { method: 'POST', body: { input } })
      return ((await response.json()) as { data: unknown }).data
    }
    // Without the permission it is a call like any other.
    expect(await save(['entries:read'])).toMatchObject({
      ok: true,
      output: { url: 'https://example.org/a-part' },
    })
    expect(await saves(user)).toEqual([])
    expect(await save(['entries:save'])).toMatchObject({
      ok: true,
      output: { url: 'https://example.org/all' },
    })
    await save(permissions)
    expect(await saves(user)).toEqual([{ plugin: 'guest', at: now, url: 'https://example.org/a-part' }])
    expect(await saves()).toMatchObject([{ plugin: 'beacon' }])
    const bad = await user.request('/plugins/guest/calls/save', { method: 'POST', body: { input: {} } })
    expect(bad.status).toBe(400)
  })

  test('goes with the entry', async () => {
    await plugin.server.storage.db.deleteFrom('entries').execute()
    expect(await plugin.server.storage.db.selectFrom('saves').selectAll().execute()).toEqual([])
  })
})
