import { expect, test } from 'vitest'
import { allSettled, fork } from 'effector'
import { createTable, deepEqual, shareStructure } from './index.ts'

test('two records are equal when their properties are, in any order', () => {
  expect(deepEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
  expect(deepEqual({ a: 1 }, { a: 2 })).toBe(false)
  expect(deepEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  expect(deepEqual([1], [1, null])).toBe(false)
  expect(deepEqual({ toString: null }, {})).toBe(true)
  expect(deepEqual([1, 2], [2, 1])).toBe(false)
  expect(deepEqual([], {})).toBe(false)
  expect(deepEqual(null, {})).toBe(false)
})

test('an absent property equals null, on either side', () => {
  expect(deepEqual({ a: 1, b: null }, { a: 1, c: undefined })).toBe(true)
  expect(deepEqual({ a: [{ b: null }] }, { a: [{}] })).toBe(true)
  expect(deepEqual({ a: false }, {})).toBe(false)
  expect(deepEqual({}, { a: 0 })).toBe(false)
})

test('of two equal values the previous one is returned', () => {
  const known = { a: [1] }
  expect(shareStructure(known, { a: [1] })).toBe(known)
  expect(shareStructure(known, { a: [2] })).toEqual({ a: [2] })
  expect(shareStructure(undefined, known)).toBe(known)
})

test('equal rows keep their identity, and so does the map when all rows are equal', async () => {
  const table = createTable<{ readonly title: string }>()
  const scope = fork()
  const replace = (rows: Record<string, { title: string }>) =>
    allSettled(table.replaced, { scope, params: new Map(Object.entries(rows)) })
  const rows = () => scope.getState(table.$rows)

  await replace({ a: { title: 'A' }, b: { title: 'B' } })
  const first = rows()
  await replace({ a: { title: 'A' }, b: { title: 'B' } })
  expect(rows()).toBe(first)

  await replace({ a: { title: 'A' }, b: { title: 'Better' } })
  expect(rows().get('a')).toBe(first.get('a'))
  expect(rows().get('b')).toEqual({ title: 'Better' })

  await replace({ b: { title: 'Better' }, a: { title: 'A' } })
  expect([...rows().keys()]).toEqual(['b', 'a'])
  await replace({ b: { title: 'Better' } })
  expect([...rows().keys()]).toEqual(['b'])
})
