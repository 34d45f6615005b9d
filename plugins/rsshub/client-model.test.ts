import { allSettled, createEvent, createWatch, fork } from 'effector'
import { expect, test } from 'vitest'
import { PluginRefusal, type PluginMessage } from '../../src/plugin-api/client.ts'
import { createModel } from './model.ts'
import type { Remote } from './remote.ts'

/** The model before a server that has two instances, and what it sends and shows. */
function scene(use: (input: { id: string | null }) => Promise<unknown> = async () => ({ code: 0 })) {
  const sent: unknown[] = []
  const shown: unknown[] = []
  const keys: (string | undefined)[] = []
  const notified = createEvent<PluginMessage>()
  const failed = createEvent<unknown>()
  const rsshub = {
    instances: {
      list: async () => ({ code: 0, data: [{ id: '7' }, { id: '8' }] }),
      use: async (input: { id: string | null }, options?: { idempotencyKey?: string }) => {
        sent.push(input)
        keys.push(options?.idempotencyKey)
        return use(input)
      },
      delete: async () => {
        throw new PluginRefusal('errors:13002')
      },
    },
    withCode: async (call: (code: object) => Promise<unknown>) => {
      try {
        return await call({})
      } catch (error) {
        if (error instanceof PluginRefusal && error.text.key === 'errors:4008')
          return call({ TOTPCode: '123456' })
        throw error
      }
    },
  } as unknown as Remote
  const model = createModel({ rsshub, notified, failed })
  const scope = fork()
  for (const unit of [notified, failed, model.paymentRequested])
    createWatch({ unit, scope, fn: (value: unknown) => void shown.push(value) })
  return { scope, model, sent, shown, keys }
}

test('an instance is used, which is shown, and what was requested is requested again', async () => {
  const { scope, model, sent, shown } = scene()
  await allSettled(model.useRequested, { scope, params: { id: '7', months: 0 } })
  await allSettled(model.useRequested, { scope, params: { id: null, months: 0 } })
  expect(sent).toEqual([{ id: '7' }, { id: null }])
  expect(shown).toEqual([{ key: 'using' }, { key: 'usingOwn' }])
  expect(scope.getState(model.$revision)).toBe(2)
})

test('one that costs something is paid for first, with the code where the server asks for it', async () => {
  const unpaid = scene(async () => {
    throw new PluginRefusal('errors:13005')
  })
  await allSettled(unpaid.model.useRequested, { scope: unpaid.scope, params: { id: '7', months: 0 } })
  expect(unpaid.shown).toEqual(['7'])

  let requests = 0
  const paid = scene(async () => {
    requests += 1
    if (requests === 1) throw new PluginRefusal('errors:4008')
    return { code: 0 }
  })
  const result = await allSettled(paid.model.useFx, { scope: paid.scope, params: { id: '7', months: 2 } })
  expect(result).toEqual({ status: 'done', value: { id: '7' } })
  expect(paid.sent).toEqual([
    { id: '7', durationInMonths: 2 },
    { id: '7', durationInMonths: 2, TOTPCode: '123456' },
  ])
  expect(paid.keys[0]).toMatch(/./)
  expect(paid.keys[1]).toBe(paid.keys[0])
})

test('other refusals are shown, and the command has instances to choose from when it asks', async () => {
  const { scope, model, shown } = scene()
  await allSettled(model.deleteFx, { scope, params: '7' })
  expect(shown).toEqual([new PluginRefusal('errors:13002')])
  await allSettled(model.instancesRequested, { scope })
  expect(scope.getState(model.$instances).map(({ id }) => id)).toEqual(['7', '8'])
})
