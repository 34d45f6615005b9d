import { expect, test } from 'vitest'
import { firstUnsettled } from './first-unsettled.ts'

const ids = BigInt64Array.of(1n, 2n, 3n, 4n)
const loaded = new Map(['1', '2', '3', '4'].map((id) => [id, {}]))

test('rows wait from the first one on whose picture has no known size', () => {
  const all = { from: 0, to: 4 }
  expect(firstUnsettled(all, ids, Float32Array.of(9, 9, 0, 9), loaded)).toBe(2)
  expect(firstUnsettled(all, ids, Float32Array.of(9, 9, 9, 9), loaded)).toBe(4)
  // Rows that are not rendered, or not loaded, hold nothing back.
  expect(firstUnsettled({ from: 1, to: 3 }, ids, Float32Array.of(0, 9, 9, 0), loaded)).toBe(4)
  expect(firstUnsettled(all, ids, Float32Array.of(9, 9, 0, 9), new Map([['1', {}]]))).toBe(4)
})
