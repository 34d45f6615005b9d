import { expect, test } from 'vitest'
import type { Schedule } from './contract.ts'
import { isTimeZone, nextRun } from './schedule.ts'

const daily = (hour: number, timeZone: string): Schedule => ({
  frequency: 'daily',
  weekday: 0,
  hour,
  timeZone,
})
const weekly = (weekday: number, hour: number, timeZone: string): Schedule => ({
  frequency: 'weekly',
  weekday,
  hour,
  timeZone,
})
const next = (schedule: Schedule, after: string) =>
  new Date(nextRun(schedule, Date.parse(after))).toISOString()

test.each([
  ['later on the same day', daily(7, 'UTC'), '2026-11-01T06:59:59Z', '2026-11-01T07:00:00.000Z'],
  ['never at the time itself', daily(7, 'UTC'), '2026-11-01T07:00:00Z', '2026-11-02T07:00:00.000Z'],
  ['the day of the zone, ahead', daily(7, 'Asia/Tokyo'), '2026-11-01T21:00:00Z', '2026-11-01T22:00:00.000Z'],
  [
    'the day of the zone, behind',
    daily(20, 'America/New_York'),
    '2026-07-01T23:59:00Z',
    '2026-07-02T00:00:00.000Z',
  ],
  ['half an hour', daily(0, 'Asia/Kolkata'), '2026-11-01T12:00:00Z', '2026-11-01T18:30:00.000Z'],
  ['a quarter', daily(9, 'Asia/Kathmandu'), '2026-11-01T12:00:00Z', '2026-11-02T03:15:00.000Z'],
  ['the end of a year', daily(1, 'Pacific/Kiritimati'), '2026-12-31T11:30:00Z', '2027-01-01T11:00:00.000Z'],
])('a daily digest: %s', (_, schedule, after, expected) => {
  expect(next(schedule, after)).toBe(expected)
})

test.each([
  ['the coming weekday', weekly(1, 8, 'UTC'), '2026-11-26T12:00:00Z', '2026-11-30T08:00:00.000Z'],
  ['later on the day', weekly(4, 18, 'UTC'), '2026-11-26T12:00:00Z', '2026-11-26T18:00:00.000Z'],
  ['a week later', weekly(4, 12, 'UTC'), '2026-11-26T12:00:00Z', '2026-12-03T12:00:00.000Z'],
  ['Sunday is 0', weekly(0, 0, 'UTC'), '2026-11-26T12:00:00Z', '2026-11-29T00:00:00.000Z'],
  ['the weekday of the zone', weekly(5, 1, 'Asia/Tokyo'), '2026-11-26T12:00:00Z', '2026-11-26T16:00:00.000Z'],
])('a weekly digest: %s', (_, schedule, after, expected) => {
  expect(next(schedule, after)).toBe(expected)
})

test('the hour stays the same over summer time', () => {
  const schedule = daily(7, 'Europe/Berlin')
  expect(next(schedule, '2026-03-28T06:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(next(schedule, '2026-10-24T05:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
})

test('an hour that the clocks skip is as much later', () => {
  expect(next(daily(2, 'Europe/Berlin'), '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(next(daily(2, 'Europe/Berlin'), '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00:00.000Z')
})

test('an hour that comes twice is due once', () => {
  const schedule = daily(2, 'Europe/Berlin')
  expect(next(schedule, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z')
  expect(next(schedule, '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z')
  expect(next(schedule, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:00:00.000Z')
})

test('a zone is known or not', () => {
  expect(isTimeZone('Europe/Paris')).toBe(true)
  expect(isTimeZone('Europe/Nowhere')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})
