import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified, infoNotified, type UserNotification } from '../app/index.ts'
import { $dialogStack } from '../layout/index.ts'
import { screenRequested } from '../location/index.ts'
import { responseReceived } from '../network/index.ts'
import { $role, createInvitationFx, sessionChanged } from '../session/index.ts'
import { $codeCall } from '../code/index.ts'
import { createFakeServer, startReader, testUser, type Reader } from '../testing.ts'
import { activateInvitationFx } from './index.ts'

const refused = (code: number) => ({ reached: true, status: 400, code })
const path = { path: '/invitation' }

function watch({ scope }: Reader) {
  const screens: { path: string }[] = []
  const errors: UserNotification[] = []
  createWatch({ unit: screenRequested, scope, fn: (screen) => void screens.push(screen) })
  createWatch({ unit: errorNotified, scope, fn: (error) => void errors.push(error) })
  return { screens, errors }
}

test('a call that needs an invitation leads to its page, but not from the form of sign-up', async () => {
  const reader = await startReader()
  const { screens } = watch(reader)
  const { scope } = reader
  await allSettled(responseReceived, { scope, params: refused(1002) })
  expect(screens).toEqual([])
  await allSettled(responseReceived, { scope, params: refused(1003) })
  expect(screens).toEqual([path])
  await allSettled(sessionChanged, { scope, params: { status: 'unauthenticated', user: null } })
  await allSettled(responseReceived, { scope, params: refused(1003) })
  expect(screens).toEqual([path])
})

test('a limit of the trial offers the dialog that ends it', async () => {
  const reader = await startReader()
  const { errors } = watch(reader)
  for (const code of [1100, 1103, 11_000, 1104, 110, 2000])
    await allSettled(responseReceived, { scope: reader.scope, params: refused(code) })
  expect(errors.map(({ code }) => code)).toEqual([1100, 1103, 11_000, 1104])
  expect(errors[0]).toMatchObject({
    key: 'errors:1100',
    action: { title: 'app:invitation.activate', command: 'session:activate-invitation' },
  })
})

test('an accepted code ends the trial, and the role goes with the user', async () => {
  const server = createFakeServer()
  const api = {
    ...server.api,
    session: {
      ...server.api.session,
      get: async () => ({ ...(await server.api.session.get({})), role: 'trial' }) as never,
    },
    invitations: { ...server.api.invitations, use: async () => ({ code: 0 as const }) },
  }
  const { scope } = await startReader({ server, services: { api } })
  expect(scope.getState($role)).toBe('trial')
  api.session.get = server.api.session.get as never
  await allSettled(activateInvitationFx, { scope, params: 'ABC' })
  expect(scope.getState($role)).toBe('user')
  await allSettled(sessionChanged, { scope, params: { status: 'authenticated', user: testUser('1') } })
  expect(scope.getState($role)).toBe('user')
  await allSettled(sessionChanged, { scope, params: { status: 'unauthenticated', user: null } })
  expect(scope.getState($role)).toBeNull()
})

test('a call that needs a code asks for it, says nothing of a wrong one, and is repeated with it', async () => {
  const server = createFakeServer()
  const codes: (string | undefined)[] = []
  const refusal = (key: string, code: number) => ({
    kind: 'refused',
    key,
    code,
    message: '',
    reason: null,
    status: 400,
  })
  const create = async ({ TOTPCode }: { TOTPCode?: string }) => {
    codes.push(TOTPCode)
    if (TOTPCode === undefined) throw refusal('twoFactorCodeRequired', 4008)
    if (TOTPCode === '000000') throw refusal('invalidTwoFactorCode', 4007)
    if (TOTPCode === '999999') throw refusal('insufficientBalance', 4002)
    return { code: 0 as const, data: 'ABCDEFGHIJ' }
  }
  const api = { ...server.api, invitations: { ...server.api.invitations, create } }
  const reader = await startReader({ server, services: { api } })
  const { scope } = reader
  const { errors } = watch(reader)
  const codesMade: unknown[] = []
  createWatch({ unit: infoNotified, scope, fn: ({ values }) => void codesMade.push(values?.['invitation']) })

  await allSettled(createInvitationFx, { scope, params: {} })
  expect(scope.getState($dialogStack).map(({ id }) => id)).toEqual(['code'])
  const call = scope.getState($codeCall)?.call
  expect(call).toBe(createInvitationFx)
  await allSettled(createInvitationFx, { scope, params: { TOTPCode: '000000' } })
  expect(errors).toEqual([])
  await allSettled(createInvitationFx, { scope, params: { TOTPCode: '999999' } })
  expect(errors.map(({ code }) => code)).toEqual([4002])
  await allSettled(createInvitationFx, { scope, params: { TOTPCode: '123456' } })
  expect(codesMade).toEqual(['ABCDEFGHIJ'])
  expect(codes).toEqual([undefined, '000000', '999999', '123456'])
})
