import { allSettled, createEvent, createStore, fork, sample, scopeBind } from 'effector'
import { expect, test } from 'vitest'
import { errand, held } from './index.ts'

const $who = createStore('nobody', { serialize: 'ignore' })
const $times = createStore(1, { serialize: 'ignore' })

/** What came of an errand, as one hears of it. */
function hearing<P, R>(of: ReturnType<typeof errand<typeof $who, P, R>>) {
  const $heard = createStore<readonly unknown[]>([], { serialize: 'ignore' })
    .on(of.done, (heard, { params, result }) => [...heard, ['done', params, result]])
    .on(of.fail, (heard, { params, error }) => [...heard, ['fail', params, error.message]])
    .on(of.finally, (heard, { status }) => [...heard, status])
  return $heard
}

test('an errand is run with what its stores hold in the scope that asked, and tells what came of it', async () => {
  const greet = errand({ source: $who, effect: async (who, words: string) => `${words}, ${who}` })
  const $heard = hearing(greet)
  const scope = fork({ values: [[$who, 'reader']] })
  await allSettled(greet, { scope, params: 'Hello' })
  expect(scope.getState($heard)).toEqual(['done', ['done', 'Hello', 'Hello, reader']])
  expect(fork().getState($heard)).toEqual([])
})

test.each([
  ['throws', (): string => raise()],
  ['rejects', async (): Promise<string> => raise()],
])('an errand that %s tells of its failure, and of nothing done', async (_, effect) => {
  const fails = errand({ source: $who, effect: (__, ___: number) => effect() })
  const $heard = hearing(fails)
  const scope = fork()
  await allSettled(fails, { scope, params: 3 })
  expect(scope.getState($heard)).toEqual(['fail', ['fail', 3, 'Broken']])
})

test('who looks in the middle of an errand sees that it is on its way, and at its end that it is not', async () => {
  const gate = Promise.withResolvers<string>()
  const wait = errand({ source: $who, effect: () => gate.promise })
  const $at = createStore<readonly boolean[]>([], { serialize: 'ignore' })
  sample({
    clock: wait.doneData,
    source: { at: $at, pending: wait.pending },
    fn: ({ at, pending }) => [...at, pending],
    target: $at,
  })
  const scope = fork()
  scopeBind(wait, { scope })()
  expect(scope.getState(wait.pending)).toBe(true)
  gate.resolve('here')
  await allSettled(scope)
  expect(scope.getState(wait.pending)).toBe(false)
  expect(scope.getState($at)).toEqual([false])
})

test('whoever waits for everything to settle waits for an errand that an errand sends on', async () => {
  const asked = createEvent()
  const first = errand({ source: $who, effect: async () => 1 })
  const second = errand({ source: $who, effect: async (_, one: number) => one + 1 })
  const $sum = createStore(0, { serialize: 'ignore' }).on(second.doneData, (_, sum) => sum)
  sample({ clock: asked, target: first })
  sample({ clock: first.doneData, target: second })
  const scope = fork()
  await allSettled(asked, { scope })
  expect(scope.getState($sum)).toBe(2)
})

test('asked twice in one turn, an errand is run twice', async () => {
  const asked = createEvent()
  const count = errand({ source: { times: $times }, effect: ({ times }, by: number) => times + by })
  sample({ clock: asked, fn: () => 1, target: count })
  sample({ clock: asked, fn: () => 2, target: count })
  const $all = createStore<readonly number[]>([], { serialize: 'ignore' }).on(count.doneData, (all, one) => [
    ...all,
    one,
  ])
  const scope = fork({ values: [[$times, 10]] })
  await allSettled(asked, { scope })
  expect(scope.getState($all)).toEqual([11, 12])
})

test('what stores hold is read in the scope that runs, also where it follows from others', () => {
  const grown = createEvent()
  const $grown = $times.map((times) => times * 100)
  $times.on(grown, (times) => times + 1)
  const scope = fork({ values: [[$times, 4]] })
  scopeBind(grown, { scope })()
  const read = scopeBind(() => held({ who: $who, grown: $grown }), { scope })
  expect(read()).toEqual({ who: 'nobody', grown: 500 })
})

function raise(): never {
  throw new Error('Broken')
}
