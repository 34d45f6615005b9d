import { expect, test } from 'vitest'
import { allSettled, fork } from 'effector'
import { createTable, isSame, sameOr } from './index.ts'

test('two records say the same when every part of them does, in whatever order', () => {
  expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
  expect(isSame({ a: 1 }, { a: 2 })).toBe(false)
  expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  expect(isSame([1], [1, null])).toBe(false)
  expect(isSame({ toString: null }, {})).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
  expect(isSame([], {})).toBe(false)
  expect(isSame(null, {})).toBe(false)
})

test('what is left out says no more than null, on either side', () => {
  expect(isSame({ a: 1, b: null }, { a: 1, c: undefined })).toBe(true)
  expect(isSame({ a: [{ b: null }] }, { a: [{}] })).toBe(true)
  expect(isSame({ a: false }, {})).toBe(false)
  expect(isSame({}, { a: 0 })).toBe(false)
})

test('of two that say the same the known one is kept', () => {
  const known = { a: [1] }
  expect(sameOr(known, { a: [1] })).toBe(known)
  expect(sameOr(known, { a: [2] })).toEqual({ a: [2] })
  expect(sameOr(undefined, known)).toBe(known)
})

test('an answer without news leaves the rows as they are, and one with news all but what is new', async () => {
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
