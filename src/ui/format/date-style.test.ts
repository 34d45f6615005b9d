import { expect, test } from 'vitest'
import { dateStyle, formatListTime, onDateStyleChange, setDateStyle } from './date-style.ts'

const now = new Date(2026, 2, 31, 18, 0).getTime()
const at = new Date(2026, 2, 30, 16, 5).getTime()
const today = new Date(2026, 2, 31, 16, 5).getTime()

test('each style writes the same time in its own way', () => {
  expect(formatListTime(at, now, 'en', 'default')).toBe('1d')
  expect(formatListTime(at, now, 'en', 'short')).toBe('3/30/26')
  expect(formatListTime(at, now, 'en', 'long')).toBe('March 30, 2026')
  expect(formatListTime(at, now, 'ja', 'long')).toBe('2026年3月30日')
  expect(formatListTime(at, now, 'en', 'iso')).toBe('2026-03-30 16:05')
})

test('below a heading with the day it is the time of day, except of today', () => {
  expect(formatListTime(at, now, 'en', 'default', true)).toMatch(/^4:05\sPM$/)
  expect(formatListTime(at, now, 'ja', 'default', true)).toBe('16:05')
  expect(formatListTime(today, now, 'en', 'default', true)).toBe('1h')
  expect(formatListTime(at, now, 'en', 'short', true)).toBe('3/30/26')
})

test('short and long show the time of day for today', () => {
  expect(formatListTime(today, now, 'en', 'short')).toMatch(/^4:05\sPM$/)
  expect(formatListTime(today, now, 'en', 'long')).toMatch(/^4:05\sPM$/)
})

test('a change of the style is announced once, and an unknown one is the default', () => {
  let changes = 0
  const stop = onDateStyleChange(() => (changes += 1))
  setDateStyle('iso')
  setDateStyle('iso')
  expect(dateStyle()).toBe('iso')
  setDateStyle('YYYY-MM-DD')
  expect(dateStyle()).toBe('default')
  stop()
  expect(changes).toBe(2)
})
