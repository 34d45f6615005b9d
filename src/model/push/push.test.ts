import { allSettled, createWatch, type EventCallable } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified, infoNotified, type UserNotification } from '../app/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { PushFailure, type DevicePush, type PushSupport } from './device-push.ts'
import {
  $push,
  $pushBusy,
  pushDisabled,
  pushDisabledEverywhere,
  pushEnabled,
  pushStateRequested,
  pushTested,
} from './index.ts'

type Setup = { readonly support?: PushSupport; readonly device?: Partial<DevicePush>; readonly key?: string }

/** A reader on a device, with a server that stores tokens as text. */
async function signedIn({ support = 'available', device = {}, key = 'key' }: Setup = {}) {
  let token: string | null = null
  const tokens = new Set<string>()
  const push: DevicePush = {
    support: () => support,
    token: async () => token,
    requestPermission: async () => {},
    subscribe: async (publicKey) => (token = `device with ${publicKey}`),
    unsubscribe: async () => void (token = null),
    ...device,
  }
  const server = createFakeServer()
  const listed = () => [...tokens].map((one) => ({ userId: '1', token: one, channel: 'web' }))
  Object.assign(server.api, {
    messaging: {
      list: async () => ({ code: 0, data: listed() }),
      add: async (input: { token: string }) => void tokens.add(input.token),
      remove: async (input: { token?: string }) =>
        input.token === undefined ? tokens.clear() : void tokens.delete(input.token),
      test: async () => {
        if (tokens.size === 0) throw { kind: 'refused', status: 422, code: 3, message: '', reason: 'None' }
      },
      key: async () => ({ code: 0, data: { publicKey: key } }),
    },
  })
  const { scope } = await startReader({ server, platform: { push: async () => push } })
  const notified: string[] = []
  for (const unit of [infoNotified, errorNotified])
    createWatch({ unit, scope, fn: (one: UserNotification) => notified.push(one.key) })
  const run = (event: EventCallable<void>) => allSettled(event, { scope })
  return { scope, tokens, notified, run, state: () => scope.getState($push) }
}

test('a device is registered with the key of the server, tested, and taken back', async () => {
  const { scope, tokens, notified, run, state } = await signedIn()
  await run(pushStateRequested)
  expect(state()).toEqual({ status: 'off', problem: null, others: 0 })
  await run(pushEnabled)
  expect(state()).toEqual({ status: 'on', problem: null, others: 0 })
  expect([...tokens]).toEqual(['device with key'])
  await run(pushTested)
  await run(pushDisabled)
  expect(state()).toEqual({ status: 'off', problem: null, others: 0 })
  expect(tokens.size).toBe(0)
  expect(notified).toEqual(['app:push.enabled', 'app:push.tested', 'app:push.disabled'])
  expect(scope.getState($pushBusy)).toBe(false)
})

test('other browsers are counted, and all are turned off together', async () => {
  const { tokens, run, state } = await signedIn()
  tokens.add('another browser')
  await run(pushEnabled)
  expect(state()).toEqual({ status: 'on', problem: null, others: 1 })
  await run(pushDisabledEverywhere)
  expect(tokens.size).toBe(0)
  expect(state()).toEqual({ status: 'off', problem: null, others: 0 })
})

test('a device that the server does not know is off', async () => {
  const { tokens, run, state } = await signedIn()
  await run(pushEnabled)
  tokens.clear()
  await run(pushStateRequested)
  expect(state().status).toBe('off')
})

test.each<[string, Setup]>([
  ['insecure', { support: 'insecure' }],
  ['unsupported', { support: 'unsupported' }],
  ['blocked', { support: 'blocked' }],
  ['refused', { device: { requestPermission: () => Promise.reject(new PushFailure('refused')) } }],
  ['noKey', { key: '' }],
  ['noService', { device: { subscribe: () => Promise.reject(new PushFailure('noService')) } }],
])('a device that is %s says why, and nothing is registered', async (problem, setup) => {
  const { tokens, notified, run, state } = await signedIn(setup)
  await run(pushEnabled)
  expect(state()).toMatchObject({ status: 'off', problem })
  expect(notified).toEqual([`app:push.problem.${problem}`])
  expect(tokens.size).toBe(0)
})

test('a test that the server cannot deliver shows its reason', async () => {
  const { notified, run } = await signedIn()
  await run(pushTested)
  expect(notified).toEqual(['errors:3'])
})
