import { expect, test } from 'vitest'
import { memoizeByObject } from './memoize-by-object.ts'

test('each object is computed once, also to nothing', () => {
  const seen: object[] = []
  const value = memoizeByObject((input: { readonly name?: string }) => {
    seen.push(input)
    return input.name
  })
  const named = { name: 'a' }
  const empty = {}
  expect([value(named), value(empty), value(named), value(empty)]).toEqual(['a', undefined, 'a', undefined])
  expect(seen).toEqual([named, empty])
  expect(value({ name: 'a' })).toBe('a')
  expect(seen).toHaveLength(3)
})
