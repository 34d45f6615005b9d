import { allSettled, createWatch, fork, scopeBind, type EventCallable } from 'effector'
import { expect, test } from 'vitest'
import { createPower, powerCalled } from './power.ts'

test('a payment is announced by name once it has succeeded', async () => {
  const scope = fork()
  const announced: string[] = []
  createWatch({ unit: powerCalled, scope, fn: (call) => announced.push(call) })
  const api = {
    wallets: {
      claimDaily: async () => ({ code: 0 }),
      tip: () => Promise.reject(new Error('Insufficient balance')),
    },
  }
  const trigger = <T>(event: EventCallable<T>, payload: T) => void scopeBind(event, { scope })(payload)
  const { wallets } = createPower(api as never, trigger, true)
  await wallets.claimDaily({})
  await expect(wallets.tip({ entryId: '1', amount: '5' })).rejects.toThrow('errors:client.unknown')
  await allSettled(scope)
  expect(announced).toEqual(['wallets.claimDaily'])
})
