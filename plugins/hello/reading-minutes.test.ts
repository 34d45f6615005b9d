import { expect, test } from 'vitest'
import { readingMinutes } from './server.ts'

test.each([
  ['', 0],
  ['tea '.repeat(440), 2],
  ['– … – '.repeat(440), 0],
  ['雲を見る'.repeat(250), 2],
  [`${'tea '.repeat(220)}${'雲'.repeat(500)}`, 2],
])('a text of this length takes so many minutes: %.6s', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes)
})
