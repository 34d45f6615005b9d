import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import { createDaily, dailyWindows } from './daily.ts'
import { fakeHost } from './testing/client-host.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 5, day, hour, minute).getTime()

test.each([
  [
    'before eight, yesterday from 8 to 20 comes first',
    at(2, 7, 59),
    at(1, 8),
    at(1, 20),
    at(1, 8) - 12 * 3_600_000,
  ],
  ['from eight, the night comes first', at(2, 8), at(1, 20), at(2, 8), at(1, 8)],
  ['until twenty, too', at(2, 19, 59), at(1, 20), at(2, 8), at(1, 8)],
  ['from twenty, the day comes first', at(2, 20), at(2, 8), at(2, 20), at(1, 20)],
])('%s', (_, now, startsAt, endsAt, before) => {
  expect(dailyWindows(now)).toEqual([
    { startsAt, endsAt },
    { startsAt: before, endsAt: startsAt },
  ])
})

function page(daily: (input: { view: number; startsAt: number }) => Promise<string>) {
  const { host, remote } = fakeHost({ daily } as never)
  return { scope: fork(), model: createDaily(host, remote) }
}

test('a page that opens shows both reports of its view, in the language of the settings', async () => {
  const inputs: unknown[] = []
  const { scope, model } = page(async (input) => {
    inputs.push(input)
    return 'All is well.'
  })
  await allSettled(model.opened, { scope, params: at(2, 9) })
  expect(scope.getState(model.$cards).map(({ report }) => report)).toEqual([
    { status: 'success', text: 'All is well.' },
    { status: 'success', text: 'All is well.' },
  ])
  expect(inputs).toMatchObject([
    { view: 0, startsAt: at(1, 20), language: 'en' },
    { view: 0, startsAt: at(1, 8), language: 'en' },
  ])
  await allSettled(model.viewChanged, { scope, params: 1 })
  expect(inputs).toHaveLength(4)
  await allSettled(model.viewChanged, { scope, params: 0 })
  expect(inputs).toHaveLength(4)
})

test('a report that fails leaves the other one, and is requested again when the user wants it', async () => {
  let works = false
  const { scope, model } = page(async ({ startsAt }) => {
    if (startsAt === at(1, 8) && !works) throw new Error('Too slow.')
    return 'Well.'
  })
  await allSettled(model.opened, { scope, params: at(2, 9) })
  const [first, second] = scope.getState(model.$cards)
  expect(first?.report?.status).toBe('success')
  expect(second?.report).toMatchObject({ status: 'error', error: new Error('Too slow.') })
  works = true
  await allSettled(model.retried, { scope, params: second!.key })
  expect(scope.getState(model.$cards)[1]?.report).toEqual({ status: 'success', text: 'Well.' })
})

test('one reason for both is told once, and both are requested again', async () => {
  const reasons = ['errors:15000', 'errors:15000', 'errors:15000', 'errors:15001']
  const { scope, model } = page(async () => {
    const reason = reasons.shift()
    if (reason) throw new PluginRefusal(reason)
    return 'Well.'
  })
  await allSettled(model.opened, { scope, params: at(2, 9) })
  expect(scope.getState(model.$failure)).toEqual({ error: new PluginRefusal('errors:15000') })
  const retry = async () => {
    for (const { key } of scope.getState(model.$cards))
      await allSettled(model.retried, { scope, params: key })
  }
  await retry()
  expect(scope.getState(model.$failure)).toBeNull()
  await retry()
  expect(scope.getState(model.$cards).map(({ report }) => report?.status)).toEqual(['success', 'success'])
  expect(scope.getState(model.$failure)).toBeNull()
})

test('a page that closes ends what is under way, and the next one requests it anew', async () => {
  const signals: AbortSignal[] = []
  const { scope, model } = page((async ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    if (signals.length > 2) return 'Well.'
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }) as never)
  const opening = allSettled(model.opened, { scope, params: at(2, 9) })
  await allSettled(model.closed, { scope })
  await opening
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  await allSettled(model.opened, { scope, params: at(2, 9) })
  expect(scope.getState(model.$cards).map(({ report }) => report?.status)).toEqual(['success', 'success'])
})

test.each([
  ['a report that was written names the model', async () => 'All is well.', true],
  [
    'a failure does not',
    async () => {
      throw new Error('Too slow.')
    },
    false,
  ],
  ['hours without entries do not', async () => '', false],
])('%s', async (_, daily, isWritten) => {
  const { scope, model } = page(daily)
  await allSettled(model.opened, { scope, params: at(2, 9) })
  expect(scope.getState(model.$isWritten)).toBe(isWritten)
})
