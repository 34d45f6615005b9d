import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { Local, StorageSettings } from '../../local/calls.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { startupIdle } from '../app/index.ts'
import { $undoTitle, undoRequested } from '../journal/index.ts'
import { userAuthenticated } from '../session/index.ts'
import { $appearance, $general, remoteReplaceRequested, settingChanged } from './index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'

const change = (
  { scope }: Reader,
  key: 'unreadOnly' | 'dimRead' | 'language' | 'enhancedSettings' | 'dataPersist' | 'storedEntries',
  value: unknown,
) => allSettled(settingChanged, { scope, params: { tab: 'general', key, value } })
const sent = ({ server }: Reader) => server.sent('settings.update').map(({ input }) => input)

test('changes of one tab are merged and sent together a second later', async () => {
  const reader = await startReader()
  await change(reader, 'unreadOnly', false)
  await change(reader, 'dimRead', true)
  await change(reader, 'unreadOnly', true)
  expect(sent(reader)).toEqual([])
  await reader.later(1000)
  expect(sent(reader)).toEqual([{ tab: 'general', unreadOnly: true, dimRead: true }])
})

test('what belongs to this browser is never sent', async () => {
  const reader = await startReader()
  await change(reader, 'language', 'ja')
  await reader.later(2000)
  expect(sent(reader)).toEqual([])
  expect(reader.scope.getState($general).language).toBe('ja')
})

test('offline changes wait, and go when the connection is back', async () => {
  const reader = await startReader()
  reader.server.offline = true
  reader.signal('offline')
  await change(reader, 'dimRead', true)
  await reader.later(5000)
  expect(sent(reader)).toEqual([])
  reader.server.offline = false
  reader.signal('online')
  await reader.later(1000)
  expect(sent(reader)).toEqual([{ tab: 'general', dimRead: true }])
})

test('a queue that was not sent survives the page', async () => {
  const before = await startReader()
  await change(before, 'dimRead', true)
  before.signal('leaving')
  expect(before.storage.stored.get('follow:setting_sync_queue')).toBe('{"general":{"dimRead":true}}')
  const after = await startReader({ storage: before.storage, local: before.local })
  expect(after.storage.stored.has('follow:setting_sync_queue')).toBe(false)
  await after.later(1000)
  expect(sent(after)).toEqual([{ tab: 'general', dimRead: true }])
})

test('newer settings of the server win, older ones do not', async () => {
  const server = createFakeServer()
  server.settings['general'] = { unreadOnly: false }
  server.updated['general'] = '2026-01-01T00:00:00.000Z'
  const reader = await startReader({ server })
  await allSettled(startupIdle, reader)
  expect(reader.scope.getState($general).unreadOnly).toBe(false)
  await change(reader, 'unreadOnly', true)
  await reader.later(1000)
  const again = await startReader({ server, storage: reader.storage, local: reader.local })
  await allSettled(startupIdle, again)
  expect(again.scope.getState($general).unreadOnly).toBe(true)
})

test('the server is asked for settings when the first moments are over, and at once for who arrives later', async () => {
  const { scope, server } = await startReader()
  const requests = () => server.sent('settings.get').length
  expect(requests()).toBe(0)
  await allSettled(startupIdle, { scope })
  expect(requests()).toBe(1)
  await allSettled(userAuthenticated, { scope })
  expect(requests()).toBe(2)
})

test('enhanced settings read as their default until they are switched on', async () => {
  const reader = await startReader()
  const { scope } = reader
  await allSettled(settingChanged, {
    scope,
    params: { tab: 'appearance', key: 'modalOverlay', value: false },
  })
  expect(scope.getState($appearance).modalOverlay).toBe(true)
  await change(reader, 'enhancedSettings', true)
  expect(scope.getState($appearance).modalOverlay).toBe(false)
})

test('a broken setting reads as its default', async () => {
  const reader = await startReader()
  reader.storage.setItem('follow:ui', '{"uiTextSize":"huge","entryColWidth":400}')
  const again = await startReader({ storage: reader.storage, local: reader.local })
  expect(again.scope.getState($appearance)).toMatchObject({ uiTextSize: 16, entryColWidth: 400 })
})

test("the browser's language is the nearest one of the interface", async () => {
  const reader = await startReader({ services: { language: () => 'zh-HK' } })
  expect(reader.scope.getState($general).language).toBe('zh-TW')
  await change(reader, 'language', 'ja')
  expect(reader.scope.getState($general).language).toBe('ja')
})

test('feeds of all languages are discovered in Chinese browsers, else English ones, until the user chooses', async () => {
  const discoverLanguageIn = async (language: string, storage?: Reader['storage']) => {
    const reader = await startReader({ services: { language: () => language }, ...(storage && { storage }) })
    return { reader, value: reader.scope.getState($appearance).discoverLanguage }
  }
  expect((await discoverLanguageIn('zh-CN')).value).toBe('all')
  const { reader, value } = await discoverLanguageIn('fr-FR')
  expect(value).toBe('eng')
  await allSettled(settingChanged, {
    scope: reader.scope,
    params: { tab: 'appearance', key: 'discoverLanguage', value: 'all' },
  })
  expect((await discoverLanguageIn('fr-FR', reader.storage)).value).toBe('all')
})

test('each setting is undone, also the widths of panes and the filter of the list', async () => {
  const reader = await startReader()
  const { scope } = reader
  await allSettled(settingChanged, {
    scope,
    params: { tab: 'appearance', key: 'feedColWidth', value: 300 },
  })
  await change(reader, 'unreadOnly', false)
  expect(scope.getState($undoTitle)?.values).toMatchObject({ label: 'settings:general.unreadOnly.label' })
  await allSettled(undoRequested, { scope, params: {} })
  expect(scope.getState($general).unreadOnly).toBe(true)
  expect(scope.getState($undoTitle)?.values).toMatchObject({
    label: 'settings:appearance.feedColWidth.label',
  })
  await allSettled(undoRequested, { scope, params: {} })
  expect(scope.getState($appearance).feedColWidth).toBe(256)
})

test('replacing the remote settings waits for the sync before it, and the changes after it wait for both', async () => {
  const reader = await startReader()
  const { scope, server } = reader
  const release = server.hold('settings.update')
  await change(reader, 'dimRead', true)
  reader.time.move(1000)
  void allSettled(remoteReplaceRequested, { scope, params: 'general' })
  void allSettled(settingChanged, { scope, params: { tab: 'general', key: 'unreadOnly', value: false } })
  reader.time.move(1000)
  release()
  await reader.settled()
  expect(sent(reader)).toEqual([
    { tab: 'general', dimRead: true },
    expect.objectContaining({
      tab: 'general',
      dimRead: true,
      unreadOnly: false,
      updated: expect.any(Number),
    }),
    { tab: 'general', unreadOnly: false },
  ])
})

test('remote settings are replaced once the server responds again', async () => {
  const reader = await startReader()
  const { scope, server } = reader
  await change(reader, 'dimRead', true)
  await reader.later(1000)
  server.offline = true
  reader.signal('offline')
  await allSettled(remoteReplaceRequested, { scope, params: 'all' })
  expect(sent(reader)).toHaveLength(1)
  server.offline = false
  reader.signal('online')
  await reader.settled()
  expect(sent(reader).slice(1)).toMatchObject([{ tab: 'general', dimRead: true }, { tab: 'appearance' }])
})

test('settings are requested again when the server fails', async () => {
  const reader = await startReader()
  reader.server.fail('settings.get', 503)
  reader.server.settings['general'] = { dimRead: true }
  reader.server.updated['general'] = '2026-01-20T00:00:00.000Z'
  await allSettled(startupIdle, { scope: reader.scope })
  expect(reader.server.sent('settings.get')).toHaveLength(2)
  expect(reader.scope.getState($general).dimRead).toBe(true)
})

test('storage that is turned off holds at the next start too, and the page is loaded anew', async () => {
  const { local, configured } = recordingLocal()
  const reader = await startReader({ local })
  expect(configured).toEqual([])
  await change(reader, 'storedEntries', 1000)
  expect(configured.at(-1)).toEqual({ persistent: true, maxEntries: 1000 })
  expect(reader.browserActions).toEqual([])
  await change(reader, 'dataPersist', false)
  expect(configured.at(-1)).toEqual({ persistent: false, maxEntries: 1000 })
  expect(reader.browserActions).toEqual(['reload'])
  const again = await startReader({ local, storage: reader.storage, server: reader.server })
  expect(configured).toHaveLength(3)
  expect(configured.at(-1)).toEqual({ persistent: false, maxEntries: 1000 })
  expect(again.browserActions).toEqual([])
})

/** A follow.db that records how it is configured. */
function recordingLocal() {
  const local = memoryLocal()
  const configured: StorageSettings[] = []
  const call: Local['call'] = (name, ...argument) => {
    if (name === 'database.configure') configured.push(argument[0] as StorageSettings)
    return local.call(name, ...argument)
  }
  return { local: { ...local, call }, configured }
}
