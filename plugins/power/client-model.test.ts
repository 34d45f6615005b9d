import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import { createPowerModel } from './model.ts'
import type { PowerCalls } from './power-calls.ts'

test('a failure leaves the wallet that was there, and is said until it is loaded again', async () => {
  const refusal = new PluginRefusal('errors:4001')
  let isFailing = false
  const power = {
    rules: async () => ({}),
    wallets: {
      get: async () => {
        if (isFailing) throw refusal
        return { code: 0, data: [{ powerToken: '20' }] }
      },
      claimCheck: async () => ({ code: 0, data: false }),
    },
  } as unknown as PowerCalls
  const model = createPowerModel(power)
  const scope = fork()
  const balance = () => scope.getState(model.$overview)?.wallet?.powerToken
  await allSettled(model.overviewRequested, { scope })
  expect(balance()).toBe('20')
  isFailing = true
  await allSettled(model.overviewRequested, { scope })
  expect(balance()).toBe('20')
  expect(scope.getState(model.$overviewError)).toBe(refusal)
  isFailing = false
  await allSettled(model.overviewRequested, { scope })
  expect(scope.getState(model.$overviewError)).toBeNull()
})

test('a payment loads the wallet again, and sends one key with every code', async () => {
  const sent: unknown[] = []
  let balance = '20'
  const power = {
    rules: async () => ({}),
    wallets: {
      get: async () => ({ code: 0, data: [{ powerToken: balance }] }),
      claimCheck: async () => ({ code: 0, data: false }),
      tip: async (input: { TOTPCode?: string }, options: unknown) => {
        sent.push([input.TOTPCode, options])
        if (input.TOTPCode === undefined) throw new PluginRefusal('errors:4008')
        balance = '10'
        return { code: 0, data: { transactionHash: 'abc' } }
      },
    },
    withCode: (call: (code: object) => Promise<unknown>) =>
      call({}).catch(() => call({ TOTPCode: '123456' })),
  } as unknown as PowerCalls
  const model = createPowerModel(power)
  const scope = fork()
  await allSettled(model.overviewRequested, { scope })
  expect(scope.getState(model.$overview)?.wallet?.powerToken).toBe('20')
  await allSettled(model.tipFx, { scope, params: { entryId: '1', amount: 10n, key: 'k' } })
  const options = { idempotencyKey: 'k' }
  expect(sent).toEqual([
    [undefined, options],
    ['123456', options],
  ])
  expect(scope.getState(model.$overview)?.wallet?.powerToken).toBe('10')
})
