import { allSettled, createEvent, createStore, fork } from 'effector'
import { expect, test } from 'vitest'
import { sampleHeld } from './held.ts'
import { whenAsked } from './when-asked.ts'

function world() {
  const [turned, asked] = [createEvent<number>(), createEvent<string>()]
  const $page = createStore(0).on(turned, (_, page) => page)
  const $double = $page.map((page) => page * 2)
  const told = createEvent<string>()
  const $told = createStore<readonly string[]>([]).on(told, (before, one) => [...before, one])
  return { turned, asked, $page, $double, told, $told }
}

test('stores are looked at when the clock has told and all that follows from it has settled', async () => {
  const { turned, $page, $double, told, $told } = world()
  sampleHeld({
    clock: turned,
    source: { page: $page, double: $double },
    fn: ({ page, double }, by) => `${by}: ${page}, ${double}`,
    target: told,
  })
  const scope = fork()
  await allSettled(turned, { scope, params: 3 })
  expect(scope.getState($told)).toEqual(['3: 3, 6'])
})

test('a change of the stores alone tells nobody, and each scope has its own', async () => {
  const { turned, asked, $page, told, $told } = world()
  sampleHeld({ clock: asked, source: { page: $page }, fn: ({ page }, who) => `${who} ${page}`, target: told })
  const [one, other] = [fork(), fork()]
  await allSettled(turned, { scope: one, params: 1 })
  expect(one.getState($told)).toEqual([])
  await allSettled(asked, { scope: one, params: 'a' })
  await allSettled(asked, { scope: other, params: 'b' })
  expect([one, other].map((scope) => scope.getState($told))).toEqual([['a 1'], ['b 0']])
})

test('of several clocks each tells, where the filter lets it', async () => {
  const { turned, asked, $page, $told, told } = world()
  const passed = sampleHeld({
    clock: [turned, asked],
    source: { page: $page },
    filter: ({ page }, by) => page > 0 && by !== 'no',
    fn: ({ page }, by) => `${by} ${page}`,
  })
  $told.on(passed, (before, one) => [...before, one])
  const scope = fork()
  await allSettled(asked, { scope, params: 'early' })
  await allSettled(turned, { scope, params: 2 })
  await allSettled(asked, { scope, params: 'no' })
  await allSettled(asked, { scope, params: 'yes' })
  expect(scope.getState($told)).toEqual(['2 2', 'yes 2'])
  // @ts-expect-error -- a target that takes something else
  sampleHeld({ clock: asked, source: { page: $page }, fn: ({ page }) => page, target: told })
})

test('what is made when it is asked for is made once, and works in a world that has begun', async () => {
  const { turned, $page } = world()
  let made = 0
  const back = whenAsked(() => {
    made += 1
    const event = createEvent()
    $page.reset(event)
    return event
  })
  const scope = fork()
  await allSettled(turned, { scope, params: 5 })
  expect(made).toBe(0)
  await allSettled(back(), { scope })
  expect([made, back() === back(), scope.getState($page)]).toEqual([1, true, 0])
})
