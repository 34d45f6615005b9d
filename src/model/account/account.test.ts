import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { appStarted, infoNotified } from '../app/index.ts'
import { $session, whoamiRequested } from '../session/index.ts'
import { $appearance, $general, $integration, integrationChanged, settingChanged } from '../settings/index.ts'
import { $openFolders, folderToggled } from '../subscriptions/index.ts'
import { createFakeServer, createReader, testUser, startReader, type Reader } from '../testing.ts'
import { signInFx, signOutFx, storeUserFx, userEdited, verifyCodeFx } from './index.ts'

const credentials = { email: 'ada@example.org', password: 'correct horse' }

test('with a second factor the user is not signed in before the code is accepted', async () => {
  const server = createFakeServer()
  server.user = null
  const codes: string[] = []
  const auth = {
    ...server.api.auth,
    signIn: async () => ({ twoFactorRedirect: true }),
    verifyTotp: async ({ code }: { code: string }) => {
      codes.push(`totp ${code}`)
      if (code !== '123456') throw { kind: 'failed', status: 401, message: 'Invalid code' }
      server.user = testUser('1')
    },
    verifyBackupCode: async ({ code }: { code: string }) => void codes.push(`backup ${code}`),
  }
  const { scope } = await startReader({ server, services: { api: { ...server.api, auth } } })
  const requests = () => server.sent('session.get').length
  const before = requests()
  const first = await allSettled(signInFx, { scope, params: credentials })
  expect(first).toEqual({ status: 'done', value: 'code-required' })
  expect(requests()).toBe(before)

  const wrong = await allSettled(verifyCodeFx, { scope, params: { kind: 'totp', code: '000000' } })
  expect(wrong.status).toBe('fail')
  expect(requests()).toBe(before)
  await allSettled(verifyCodeFx, { scope, params: { kind: 'totp', code: ' 123 456 ' } })
  expect(requests()).toBe(before + 1)
  expect(scope.getState($session)).toMatchObject({ status: 'authenticated', user: { id: '1' } })
  await allSettled(verifyCodeFx, { scope, params: { kind: 'backup', code: ' abcde-fghij ' } })
  expect(codes).toEqual(['totp 000000', 'totp 123456', 'backup abcde-fghij'])
})

const TABS = ['follow:general', 'follow:ui', 'follow:integration', 'follow:setting_sync_queue']
const dimRead = { tab: 'general', key: 'dimRead', value: true } as const

/** A page of user 1, with unsent changes of each kind. */
async function readerWithSettings() {
  const reader = await startReader()
  const { scope } = reader
  await allSettled(settingChanged, { scope, params: dimRead })
  await allSettled(settingChanged, { scope, params: { tab: 'appearance', key: 'uiTextSize', value: 20 } })
  await allSettled(integrationChanged, { scope, params: { key: 'token', value: 'secret' } })
  await allSettled(folderToggled, { scope, params: 'News' })
  return reader
}
const stored = ({ storage }: Reader) =>
  TABS.filter((key) => /true|20|secret/.test(storage.stored.get(key) ?? ''))

test('signing out clears what is here though the server is away, and leaving writes nothing back', async () => {
  const reader = await readerWithSettings()
  const { scope, server, local, storage } = reader
  expect(stored(reader).length).toBe(3)
  server.offline = true
  await allSettled(signOutFx, { scope, params: undefined })
  expect(reader.browserActions).toContain('restart /')
  reader.signal('leaving')
  expect(stored(reader)).toEqual([])
  expect(storage.stored.has('follow:open-folders')).toBe(false)
  expect(await local.call('user.get')).toMatchObject({ id: '' })
  reader.leave()

  // The cookie is still there; the next start ends the session before any other request.
  const notifications: string[] = []
  const next = createReader({ server, local, storage })
  createWatch({ unit: infoNotified, scope: next.scope, fn: ({ key }) => void notifications.push(key) })
  await allSettled(appStarted, { scope: next.scope })
  expect(notifications).toEqual(['app:session.signOut.pending'])
  expect(next.scope.getState($session)).toEqual({ status: 'error', user: null })
  const requests = server.sent('session.get').length
  server.offline = false
  next.signal('online')
  await next.settled()
  expect(next.scope.getState($session)).toEqual({ status: 'unauthenticated', user: null })
  expect(server.sent('session.get').length).toBe(requests)
  expect(storage.stored.has('follow:sign-out-pending')).toBe(false)
})

test('another user inherits no settings, and none of the changes that waited are sent as theirs', async () => {
  const reader = await readerWithSettings()
  const { scope, server } = reader
  server.user = testUser('2')
  await allSettled(whoamiRequested, { scope })
  await reader.settled()
  expect(scope.getState($session).user?.id).toBe('2')
  expect(scope.getState($general).dimRead).toBe(false)
  expect(scope.getState($appearance).uiTextSize).toBe(16)
  expect(scope.getState($integration)).toEqual({})
  expect(scope.getState($openFolders).size).toBe(0)
  expect(stored(reader)).toEqual([])
  await reader.later(5000)
  reader.signal('leaving')
  expect(stored(reader)).toEqual([])
  expect(server.sent('settings.update')).toEqual([])
})

test('changes that waited for the next start are dropped when it is another user who comes', async () => {
  const before = await readerWithSettings()
  before.signal('leaving')
  before.leave()
  before.server.user = testUser('2')
  const { server, local, storage } = before
  const after = await startReader({ server, local, storage })
  await after.later(5000)
  expect(server.sent('settings.update')).toEqual([])
  expect(after.scope.getState($general).dimRead).toBe(false)
})

test('an edited record is shown at once, and stored for starts without the server', async () => {
  const { scope, local } = await startReader()
  await allSettled(userEdited, { scope, params: { name: 'Countess' } })
  expect(scope.getState($session)).toMatchObject({ status: 'authenticated', user: { name: 'Countess' } })
  expect(await local.call('user.get')).not.toMatchObject({ row: { name: 'Countess' } })
  await allSettled(storeUserFx, { scope, params: undefined })
  expect(await local.call('user.get')).toMatchObject({ id: '1', row: { name: 'Countess' } })
})
