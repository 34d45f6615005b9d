import { expect, test } from 'vitest'
import { longId, readId } from './ids.ts'

const id = '346812345678901248'

test('an id is the same after each way of writing it', () => {
  expect(longId(id)).toMatch(/^tag:google\.com,2005:reader\/item\/[\da-f]{16}$/)
  const hex = longId(id).slice(-16)
  expect([longId(id), hex, hex.toUpperCase(), id, ` ${id} `].map(readId)).toEqual(Array(5).fill(id))
})

test('the largest id fits the sixteen digits', () => {
  const largest = String((1n << 63n) - 1n)
  expect(readId(longId(largest))).toBe(largest)
})

test('what is no id is none', () => {
  expect(['', 'feed/1', 'tag:google.com,2005:reader/item/xyz', '-5', '1'.repeat(20)].map(readId)).toEqual(
    Array(5).fill(null),
  )
})
