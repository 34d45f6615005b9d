import { expect, test } from 'vitest'
import { dateHabitsOf } from './date-habits.ts'

const NOW = Date.UTC(2026, 10, 21)
const isDayFirst = (dates: readonly (string | undefined)[][], language: string | null = null, now = NOW) =>
  dateHabitsOf(dates, language, now).isDayFirst

test.each<[string | null, boolean | undefined]>([
  ['fr', true],
  ['en-GB', true],
  ['pt-BR', true],
  ['sv', true],
  ['en', false],
  ['en-US', false],
  ['ja', false],
  ['zh-TW', false],
  [null, undefined],
])('in %s the day is first: %s', (language, expected) => {
  expect(isDayFirst([['05/10/2025 14:30']], language)).toBe(expected)
})

test('dates with one meaning say it for the others, whatever the language', () => {
  expect(isDayFirst([['05/10/2025'], ['24/09/2025']], 'en-US')).toBe(true)
  expect(isDayFirst([['05/10/2025'], ['09/24/2025']], 'fr')).toBe(false)
  expect(isDayFirst([['05-10-2025'], ['09-24-2025']], 'fr')).toBe(false)
})

test('another date of the same entry says it', () => {
  expect(isDayFirst([['05/10/2025 14:30', undefined, '2025-10-05T14:30:00Z']], 'en')).toBe(true)
  expect(isDayFirst([['05/10/2025 14:30', 'Sat, 10 May 2025 14:30:00 GMT']], 'fr')).toBe(false)
})

test('a date is not still to come', () => {
  const now = Date.UTC(2025, 5, 2)
  expect(isDayFirst([['05/10/2025'], ['04/10/2025']], 'fr', now)).toBe(false)
  expect(isDayFirst([['10/05/2025']], 'en', now)).toBe(true)
})

test('dots and dashes have the day first, and other dates need no order', () => {
  expect(isDayFirst([['05-10-2025'], ['05.10.2025']], 'en-US')).toBe(undefined)
  expect(dateHabitsOf([['2025-10-05']], 'zh', NOW)).toEqual({ language: 'zh' })
})
