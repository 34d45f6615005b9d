import { expect, test } from 'vitest'
import { isIgnored } from './ignored-errors.ts'

test.each([
  new TypeError('Failed to fetch'),
  new TypeError('Load failed'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new TypeError('Failed to fetch dynamically imported module: /assets/a.js'),
  new DOMException('The operation was aborted.', 'AbortError'),
  new DOMException('The database connection is closing.', 'InvalidStateError'),
  { kind: 'unreachable' },
  'Network Error',
])('%s is not reported', (error) => {
  expect(isIgnored(error)).toBe(true)
})

test.each([
  new TypeError("Cannot read properties of undefined (reading 'title')"),
  new Error('The database has no table entries'),
  new RangeError('Invalid time value'),
  'Something broke',
  null,
])('%s is reported', (error) => {
  expect(isIgnored(error)).toBe(false)
})
