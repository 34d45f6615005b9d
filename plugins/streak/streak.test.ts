import { afterEach, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'

const NOW = Date.UTC(2026, 10, 1, 8, 30)
const HOUR = NOW / 3_600_000 - 0.5
let now = NOW
let plugin: PluginServer
afterEach(() => plugin.close())

const mark = (method: string) =>
  plugin.user.request('/reads', { method, body: { entryIds: [plugin.entryId] } })
const read = async () => {
  await mark('POST')
  await plugin.runJobs()
  await mark('DELETE')
  await plugin.runJobs()
}
const hours = () => plugin.call('hours', {})

test('what is read is counted by the hour, while the plugin is on', async () => {
  now = NOW
  plugin = await startPluginServer('streak', 'sqlite', { now: () => now })
  await read()
  await plugin.set({ values: { enableStreak: true } })
  expect(await hours()).toEqual({ ok: true, output: [] })
  await read()
  await read()
  now += 3_600_000
  await read()
  expect(await hours()).toEqual({
    ok: true,
    output: [
      [HOUR, 2],
      [HOUR + 1, 1],
    ],
  })
  const old = JSON.stringify({ last: '', hours: [[HOUR - 3000, 7]] })
  await plugin.server.storage.db.updateTable('pluginValues').set({ value: old }).execute()
  await read()
  expect(await hours()).toEqual({ ok: true, output: [[HOUR + 1, 1]] })
})

test('it begins with what was read before, and counts nothing of it again', async () => {
  now = NOW
  plugin = await startPluginServer('streak', 'sqlite', { now: () => now })
  const other = await plugin.signUpFollower('early')
  await other.request('/reads', { method: 'POST', body: { entryIds: [plugin.entryId] } })
  await mark('POST')
  now += 3_600_000
  await plugin.set({ values: { enableStreak: true } })
  expect(await hours()).toEqual({ ok: true, output: [[HOUR, 1]] })
  await plugin.runJobs()
  await mark('DELETE')
  await mark('POST')
  await plugin.runJobs()
  expect(await hours()).toEqual({
    ok: true,
    output: [
      [HOUR, 1],
      [HOUR + 1, 1],
    ],
  })
})

test('an event that comes again counts once, and another user has their own', async () => {
  now = NOW
  plugin = await startPluginServer('streak', 'sqlite', { now: () => now })
  await plugin.set({ values: { enableStreak: true } })
  const other = await plugin.signUpFollower('other')
  await mark('POST')
  const [event] = await plugin.server.storage.db.selectFrom('pluginEvents').selectAll().execute()
  const jobs = await plugin.server.storage.db.selectFrom('jobs').selectAll().execute()
  await plugin.runJobs()
  await plugin.server.storage.db.insertInto('pluginEvents').values(event!).execute()
  await plugin.server.storage.db
    .insertInto('jobs')
    .values(jobs.filter(({ queue }) => queue === 'plugin-events'))
    .onConflict((on) => on.doNothing())
    .execute()
  await plugin.runJobs()
  expect(await plugin.server.storage.db.selectFrom('pluginEvents').selectAll().execute()).toEqual([])
  expect(await hours()).toEqual({ ok: true, output: [[HOUR, 1]] })
  await other.request('/plugins/streak/settings', {
    method: 'PATCH',
    body: { values: { enableStreak: true } },
  })
  const answer = await other.request('/plugins/streak/calls/hours', { method: 'POST', body: { input: {} } })
  expect(await answer.json()).toMatchObject({ data: { output: [] } })
})
