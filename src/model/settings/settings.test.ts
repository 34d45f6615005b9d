import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { $appearance, $general, startupIdle, userAuthenticated, settingChanged } from '../index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'

const change = (
  { scope }: Reader,
  key: 'unreadOnly' | 'dimRead' | 'language' | 'enhancedSettings',
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
