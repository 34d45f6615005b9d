import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as plain from 'effector'
import { expect, test } from 'vitest'
import { lean } from './lean-stores.ts'

const written = readFileSync(fileURLToPath(import.meta.resolve('effector/effector.mjs')), 'utf8')
const made = (await import(`data:text/javascript,${encodeURIComponent(lean(written))}`)) as typeof plain
const both = [
  ['as it is written', plain],
  ['as the build has it', made],
] as const

/** effector keeps what a unit leads to here. */
type Inside = { readonly graphite: { readonly next: readonly unknown[]; readonly family: Family } }
type Family = { readonly links: readonly unknown[] }
const inside = (unit: unknown): Inside['graphite'] => (unit as Inside).graphite

test('a store is made without what nobody has named yet', () => {
  const counted = ({ createStore }: typeof plain) => {
    const { next, family } = inside(createStore(0))
    return [next.length, family.links.length]
  }
  expect(counted(plain)).toEqual([1, 2])
  expect(counted(made)).toEqual([0, 0])
})

test.each(both)('%s updates are heard after the store has changed, in each scope', async (_, effector) => {
  const { allSettled, createEvent, createStore, fork, sample } = effector
  const added = createEvent<number>()
  const $sum = createStore(0).on(added, (sum, more) => sum + more)
  const $double = $sum.map((sum) => sum * 2)
  const $heard = createStore<readonly number[]>([])
  sample({
    clock: $double.updates,
    source: $heard,
    fn: (heard, double) => [...heard, double],
    target: $heard,
  })
  const [one, other] = [fork(), fork()]
  for (const more of [1, 0, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await allSettled(added, { scope: one, params: more })
  }
  expect(one.getState($heard)).toEqual([2, 6])
  expect(other.getState($heard)).toEqual([])
})

test.each(both)('%s a store is begun anew, and its events go with it', (_, effector) => {
  const { clearNode, createEvent, createStore } = effector
  const set = createEvent<number>()
  const $number = createStore(1).on(set, (__, number) => number)
  const heard: number[] = []
  $number.updates.watch((number) => heard.push(number))
  set(2)
  $number.reinit()
  expect([heard, $number.getState()]).toEqual([[2, 1], 1])
  expect(($number.map(String) as { reinit?: unknown }).reinit).toBeUndefined()
  expect($number.updates).toBe($number.updates)
  clearNode($number)
  set(3)
  expect(heard).toEqual([2, 1])
})

test('what a guest named first stays when the guest goes', () => {
  const { clearNode, createEvent, createNode, createStore, withRegion } = made
  const set = createEvent<number>()
  const $number = createStore(1).on(set, (_, number) => number)
  const guest = createNode({ regional: true })
  withRegion(guest, () => [$number.updates, $number.reinit])
  clearNode(guest)
  const heard: number[] = []
  $number.updates.watch((number) => heard.push(number))
  set(2)
  $number.reinit()
  expect(heard).toEqual([2, 1])
})

test('another effector is not guessed at', () => {
  expect(() => lean('export const createStore = () => {}')).toThrow('effector is written otherwise now')
  expect(() => lean(written.replaceAll('child:', 'kid:'))).toThrow('effector is written otherwise now')
})
