import { expect, test } from 'vitest'
import { formatDay } from './format-day.ts'

const now = new Date(2026, 2, 12, 15).getTime()
const text = { today: 'Today', yesterday: 'Yesterday' }
const message = (day: Date, language = 'en') => formatDay(day.getTime(), now, language, text)

test('near days have names, far ones dates', () => {
  expect(message(new Date(2026, 2, 12))).toBe('Today')
  expect(message(new Date(2026, 2, 11))).toBe('Yesterday')
  expect(message(new Date(2026, 2, 9))).toBe('Monday')
  expect(message(new Date(2026, 0, 3))).toBe('Saturday, January 3')
  expect(message(new Date(2019, 2, 3))).toBe('March 3, 2019')
})

test('a day that a feed dated ahead of time is named by its date', () => {
  expect(message(new Date(2026, 2, 20))).toMatch(/March 20/)
})
