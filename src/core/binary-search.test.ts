import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partitionPoint } from './binary-search.ts'

test('finds the partition point and calls the predicate only within the range', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(100), (low, more, end) => {
      const high = low + more
      const results = partitionPoint(low, high, (index) => {
        expect(index >= low && index < high).toBe(true)
        return index < end
      })
      expect(results).toBe(Math.min(high, Math.max(low, end)))
    }),
  )
})
