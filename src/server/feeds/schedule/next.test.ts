import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freshMinutes, retryAt } from '../fetch/headers.ts'
import { afterDocument, afterFailure, afterUnchanged, paceOf, shareOf, type Pace } from './next.ts'

const NOW = Date.UTC(2026, 10, 21)
const MINUTE = 60_000
const pace: Pace = { now: NOW, share: 0, minimumWaits: [], quietTimes: null, outOfTurn: false }
const every = (minutes: number) => Array.from({ length: 30 }, (_, index) => NOW - index * minutes * MINUTE)
const minutes = (time: number) => (time - NOW) / MINUTE

describe('how soon a feed is fetched again', () => {
  test.each([
    ['that never rests', every(1), 60],
    ['that posts every four hours', every(240), 120],
    ['that posts once a week', every(10_080), 360],
    ['without dates', [null, null], 360],
    ['without entries', [], 360],
  ])('a feed %s', (_, published, expected) => {
    expect(minutes(afterDocument(pace, published))).toBe(expected)
  })

  test('a longer declared interval is granted up to a day, a shorter one is not', () => {
    expect(minutes(afterDocument({ ...pace, minimumWaits: [null, 300] }, every(1)))).toBe(300)
    expect(minutes(afterDocument({ ...pace, minimumWaits: [5] }, every(1)))).toBe(60)
    expect(minutes(afterDocument({ ...pace, minimumWaits: [99_999] }, every(1)))).toBe(1440)
  })

  test('an unchanged feed is fetched a little later each time', () => {
    expect(minutes(afterUnchanged(pace, 100))).toBe(125)
    expect(minutes(afterUnchanged(pace, 5000))).toBe(360)
    expect(minutes(afterUnchanged(pace, null))).toBe(75)
  })

  test('each failure doubles the delay, up to a day, and never below the site’s own limit', () => {
    expect([1, 2, 3, 9].map((failures) => minutes(afterFailure(pace, failures, null)))).toEqual([
      60, 120, 240, 1440,
    ])
    expect(minutes(afterFailure(pace, 1, NOW + 90 * MINUTE))).toBe(90)
  })

  test('feeds fetched in a burst are spread over the next hour, and keep their own share', () => {
    const shares = Array.from({ length: 1000 }, (_, number) => shareOf(`feed ${number}`))
    const next = shares.map((share) => minutes(afterDocument({ ...pace, share, outOfTurn: true }, every(1))))
    const tens = Map.groupBy(next, (at) => Math.floor((at - 60) / 11))
    expect(Math.min(...[0, 1, 2, 3, 4, 5].map((ten) => tens.get(ten)?.length ?? 0))).toBeGreaterThan(120)
    expect(shareOf('feed 1')).toBe(shares[1])
  })

  test('a feed on schedule keeps its interval, a new one or one late after a stop counts as part of a burst', () => {
    const feed = { checkedAt: NOW - 60 * MINUTE, nextFetchAt: NOW, quietTimes: null, ttlMinutes: null }
    const crowd = (input: Partial<typeof feed> | { checkedAt: null }) =>
      paceOf({ ...feed, ...input }, { now: NOW, share: 1 }).outOfTurn
    expect(crowd({})).toBe(false)
    expect(crowd({ nextFetchAt: NOW - 60 * MINUTE })).toBe(true)
    expect(crowd({ checkedAt: null })).toBe(true)
  })

  test.each([
    ['its own hours', { hours: [1, 2], days: [] }, 3],
    ['a day', { hours: [], days: [6] }, 24],
    ['a day and the hours after it', { hours: [0, 1], days: [6] }, 26],
    ['all of the week', { hours: [], days: [0, 1, 2, 3, 4, 5, 6] }, 1],
  ])('a feed that wants to be left alone in %s is', (_, quiet, hour) => {
    // NOW is the midnight that begins a Saturday.
    const at = afterDocument({ ...pace, quietTimes: JSON.stringify(quiet) }, every(1))
    expect(minutes(at)).toBe(hour * 60)
  })

  test('no feed is ever fetched more than once an hour', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.array(fc.nat()),
        fc.nat(),
        (share, outOfTurn, published, failures) => {
          const at = { ...pace, share, outOfTurn }
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
  [{ 'cache-control': 'public, max-age=7200' }, 120],
  [{ 'cache-control': 'no-cache, max-age=7200' }, null],
  [{ 'cache-control': 'max-age=60', expires: new Date(NOW + 60 * MINUTE).toUTCString() }, 1],
  [{ expires: new Date(NOW + 90 * MINUTE).toUTCString() }, 90],
  [{ expires: new Date(NOW).toUTCString(), date: new Date(NOW - 30 * MINUTE).toUTCString() }, 30],
  [{ expires: '0' }, null],
  [{}, null],
])('fresh by its headers: %j', (headers: Readonly<Record<string, string>>, expected) => {
  expect(freshMinutes(headers, NOW)).toBe(expected)
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
