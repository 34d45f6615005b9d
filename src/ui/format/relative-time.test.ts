import { expect, test } from 'vitest'
import { formatFullTime, formatRelativeTime } from './relative-time.ts'

const now = new Date(2025, 5, 15, 12, 0).getTime()
const minutes = (count: number) => now - count * 60_000
const text = (at: number, locale = 'en') => formatRelativeTime(at, now, locale)

test('recent entries show their age in one short word', () => {
  expect(
    [minutes(0), minutes(5), minutes(59), minutes(60), minutes(23 * 60), minutes(49 * 60)].map((at) =>
      text(at),
    ),
  ).toEqual(['now', '5m', '59m', '1h', '23h', '2d'])
})

test('after a week the date is shown, with its year when that is another', () => {
  expect(text(new Date(2025, 2, 3).getTime())).toBe('Mar 3')
  expect(text(new Date(2023, 2, 3).getTime())).toBe('Mar 3, 2023')
})

test('an entry from the future shows its date, not a negative age', () => {
  expect(text(new Date(2025, 8, 1).getTime())).toBe('Sep 1')
  expect(text(now + 20_000)).toBe('now')
})

test('other languages use their own words', () => {
  expect(text(minutes(5), 'ja')).toBe('5分前')
  expect(text(minutes(180), 'zh-CN')).toBe('3小时前')
})

test('a broken date is blank', () => {
  expect(text(Number.NaN)).toBe('')
  expect(formatFullTime(Number.NaN, 'en')).toBe('')
})
