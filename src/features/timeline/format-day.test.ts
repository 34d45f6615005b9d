import { expect, test } from 'vitest'
import { formatDay } from './format-day.ts'

const now = new Date(2026, 2, 12, 15).getTime()
const words = { today: 'Today', yesterday: 'Yesterday' }
const said = (day: Date, language = 'en') => formatDay(day.getTime(), now, language, words)

test('near days have names, far ones dates', () => {
  expect(said(new Date(2026, 2, 12))).toBe('Today')
  expect(said(new Date(2026, 2, 11))).toBe('Yesterday')
  expect(said(new Date(2026, 2, 9))).toBe('Monday')
  expect(said(new Date(2026, 0, 3))).toBe('Saturday, January 3')
  expect(said(new Date(2019, 2, 3))).toBe('March 3, 2019')
})

test('a day that a feed dated ahead of time is named by its date', () => {
  expect(said(new Date(2026, 2, 20))).toMatch(/March 20/)
})
