import { expect, test } from 'vitest'
import { withinSignal } from './within-signal.ts'

test('work that never settles ends with its signal', async () => {
  const controller = new AbortController()
  const waiting = withinSignal(controller.signal, () => new Promise<never>(() => {}))
  controller.abort(new Error('the time is over'))
  await expect(waiting).rejects.toThrow('the time is over')
  await expect(withinSignal(controller.signal, async () => 1)).rejects.toThrow('the time is over')
})

test('other work is as it would be', async () => {
  const { signal } = new AbortController()
  expect(await withinSignal(signal, async () => 1)).toBe(1)
  await expect(withinSignal(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
