import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import { createPowerModel } from './model.ts'
import type { PowerCalls } from './power-calls.ts'
import { createRemote } from './remote.ts'

test('the response to an earlier request is not shown, and a failure leaves what was there', async () => {
  const waiting = new Map<string, PromiseWithResolvers<string>>()
  const remote = createRemote(
    (name: string) => {
      const response = Promise.withResolvers<string>()
      waiting.set(name, response)
      return response.promise
    },
    (one, other) => one === other,
  )
  const scope = fork()
  const loaded = () => scope.getState(remote.$loaded)
  const requests = [
    allSettled(remote.loadFx, { scope, params: 'tips' }),
    allSettled(remote.loadFx, { scope, params: 'claims' }),
  ]
  waiting.get('claims')?.resolve('two claims')
  waiting.get('tips')?.resolve('a tip')
  await Promise.all(requests)
  expect(loaded()).toMatchObject({ data: 'two claims', error: null })
  const again = allSettled(remote.loadFx, { scope, params: 'claims' })
  const refusal = new PluginRefusal('errors:4001')
  waiting.get('claims')?.reject(refusal)
  await again
  expect(loaded()).toMatchObject({ data: 'two claims', error: refusal })
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
  await allSettled(model.overview.loadFx, { scope })
  expect(scope.getState(model.overview.$loaded).data?.wallet?.powerToken).toBe('20')
  await allSettled(model.tipFx, { scope, params: { entryId: '1', amount: 10n, key: 'k' } })
  const options = { idempotencyKey: 'k' }
  expect(sent).toEqual([
    [undefined, options],
    ['123456', options],
  ])
  expect(scope.getState(model.overview.$loaded).data?.wallet?.powerToken).toBe('10')
})
