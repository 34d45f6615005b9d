import { allSettled, createWatch, fork, scopeBind, type EventCallable } from 'effector'
import { expect, test } from 'vitest'
import { z } from '../../../plugin-api/manifest.ts'
import { done } from '../../../plugin-api/wire.ts'
import { createSendWire, wireCalled } from './send-wire.ts'

const claim = { at: ['POST', '/coins/claim', null], input: z.object({}), output: done } as const
const spend = { ...claim, at: ['POST', '/coins/spend', null] } as const

test('a payment is announced by name once it has succeeded', async () => {
  const scope = fork()
  const announced: string[] = []
  createWatch({ unit: wireCalled, scope, fn: (call) => announced.push(call) })
  const added = {
    send: async ([, path]: readonly string[]) => {
      if (path === '/coins/spend') throw new Error('Insufficient balance')
      return { code: 0 }
    },
  }
  const trigger = <T>(event: EventCallable<T>, payload: T) => void scopeBind(event, { scope })(payload)
  const send = createSendWire(added as never, trigger, true)
  await send(claim, {})
  await expect(send(spend, {})).rejects.toThrow('errors:client.unknown')
  await allSettled(scope)
  expect(announced).toEqual(['POST /coins/claim'])
})
