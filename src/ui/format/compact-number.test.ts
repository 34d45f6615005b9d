import { expect, test } from 'vitest'
import { compactNumber } from './compact-number.ts'

test('counts below a thousand are written whole', () => {
  expect([0, 7, 999].map(compactNumber)).toEqual(['0', '7', '999'])
})

test('larger counts take a letter and one decimal at most', () => {
  expect([1000, 1234, 20_000, 3_450_000, 5e9].map(compactNumber)).toEqual(['1K', '1.2K', '20K', '3.4M', '5B'])
})

test('a count just below the next letter does not overflow its own', () => {
  expect([999_999, 999_999_999].map(compactNumber)).toEqual(['999.9K', '999.9M'])
})
