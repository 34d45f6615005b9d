import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retryAt } from '../fetch/headers.ts'
import { afterDocument, afterFailure, afterUnchanged } from './next.ts'

const NOW = Date.UTC(2026, 10, 21)
const MINUTE = 60_000
const pace = { now: NOW, random: 0, wishes: [] }
const every = (minutes: number) => Array.from({ length: 30 }, (_, index) => NOW - index * minutes * MINUTE)
const minutes = (time: number) => (time - NOW) / MINUTE

describe('how soon a feed is asked again', () => {
  test.each([
    ['that never rests', every(1), 60],
    ['that posts every four hours', every(240), 120],
    ['that posts once a week', every(10_080), 360],
    ['without dates', [null, null], 360],
    ['without entries', [], 360],
  ])('a feed %s', (_, published, expected) => {
    expect(minutes(afterDocument(pace, published))).toBe(expected)
  })

  test('a wish for more time is granted up to a day, a wish for less is not', () => {
    expect(minutes(afterDocument({ ...pace, wishes: [null, 300] }, every(1)))).toBe(300)
    expect(minutes(afterDocument({ ...pace, wishes: [5] }, every(1)))).toBe(60)
    expect(minutes(afterDocument({ ...pace, wishes: [99_999] }, every(1)))).toBe(1440)
  })

  test('a quiet feed is asked a little later each time', () => {
    expect(minutes(afterUnchanged(pace, 100))).toBe(125)
    expect(minutes(afterUnchanged(pace, 5000))).toBe(360)
    expect(minutes(afterUnchanged(pace, null))).toBe(75)
  })

  test('failures wait twice as long each time, up to a day, and never less than the site asks', () => {
    expect([1, 2, 3, 9].map((failures) => minutes(afterFailure(pace, failures, null)))).toEqual([
      60, 120, 240, 1440,
    ])
    expect(minutes(afterFailure(pace, 1, NOW + 90 * MINUTE))).toBe(90)
  })

  test('nobody is ever asked more than once an hour', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.nat()),
        fc.nat(),
        (random, published, failures) => {
          const at = { ...pace, random }
          const times = [
            afterDocument(at, published),
            afterUnchanged(at, failures),
            afterFailure(at, failures, null),
          ]
          expect(Math.min(...times)).toBeGreaterThanOrEqual(NOW + 60 * MINUTE)
        },
      ),
    )
  })
})

test.each([
  ['120', NOW + 120_000],
  [new Date(NOW + 60_000).toUTCString(), NOW + 60_000],
  ['99999999', NOW + 7 * 86_400_000],
  [new Date(NOW - 60_000).toUTCString(), null],
  ['soon', null],
  [undefined, null],
])('Retry-After: %s', (value, time) => {
  expect(retryAt(value, NOW)).toBe(time)
})
