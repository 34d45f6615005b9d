import { allSettled, createWatch, fork } from 'effector'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTable, type OptimisticUpdate } from './index.ts'

type Row = { readonly value: number }

test('an accepted change that was visible, and rows that are received again, tell nobody', async () => {
  const table = createTable<Row>()
  const scope = fork()
  const read: OptimisticUpdate<Row> = (rows) => ({ a: { value: (rows.get('a')?.value ?? 0) + 1 } })
  await allSettled(table.received, { scope, params: { a: { value: 1 }, b: { value: 5 } } })
  let updates = 0
  createWatch({ unit: table.$rows, scope, fn: () => (updates += 1) })
  await allSettled(table.begun, { scope, params: { mutationId: 'one', update: read } })
  const visible = scope.getState(table.$rows)
  await allSettled(table.received, { scope, params: {} })
  await allSettled(table.received, { scope, params: { b: { value: 5 } } })
  await allSettled(table.accepted, { scope, params: { mutationId: 'one' } })
  expect(updates).toBe(1)
  expect(scope.getState(table.$rows)).toBe(visible)
  expect(scope.getState(table.$confirmed).get('a')).toEqual({ value: 2 })
})

const id = fc.constantFrom('a', 'b', 'c')
const mutationId = fc.constantFrom('one', 'two', 'three')
const patch = fc.dictionary(id, fc.option(fc.record({ value: fc.nat(2) })))
const step = fc.oneof(
  fc.record({ do: fc.constant('received' as const), patch }),
  fc.record({ do: fc.constant('replaced' as const), ids: fc.uniqueArray(id), value: fc.nat(2) }),
  fc.record({ do: fc.constant('begun' as const), mutationId, id, by: fc.nat(2) }),
  fc.record({ do: fc.constant('accepted' as const), mutationId, patch: fc.option(patch) }),
  fc.record({ do: fc.constant('refused' as const), mutationId }),
)

test('after any events the visible rows are the confirmed ones with the pending changes over them, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const table = createTable<Row>()
      const scope = fork()
      for (const one of steps) {
        if (one.do === 'received') await allSettled(table.received, { scope, params: one.patch })
        else if (one.do === 'replaced') {
          const params = new Map(one.ids.map((key) => [key, { value: one.value }]))
          await allSettled(table.replaced, { scope, params })
        } else if (one.do === 'begun') {
          // Changes that do not commute: they multiply, and remove what has become large.
          const update: OptimisticUpdate<Row> = (rows) => {
            const value = (rows.get(one.id)?.value ?? 1) * 2 + one.by
            return one.by === 0 ? null : { [one.id]: value > 9 ? null : { value } }
          }
          await allSettled(table.begun, { scope, params: { mutationId: one.mutationId, update } })
        } else if (one.do === 'accepted') {
          const { patch: answered } = one
          const params = { mutationId: one.mutationId, ...(answered && { update: () => answered }) }
          await allSettled(table.accepted, { scope, params })
        } else await allSettled(table.refused, { scope, params: one.mutationId })

        const expected = new Map(scope.getState(table.$confirmed))
        for (const { update } of scope.getState(table.$pending))
          for (const [key, row] of Object.entries(update(expected) ?? {}))
            if (row === null) expected.delete(key)
            else expected.set(key, row)
        expect([...scope.getState(table.$rows)]).toEqual([...expected])
      }
    }),
    { numRuns: 300 },
  )
})
