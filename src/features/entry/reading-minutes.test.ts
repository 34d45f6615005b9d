import { expect, test } from 'vitest'
import { readingMinutes } from './reading-minutes.ts'

test('a page of words takes minutes, markup none', () => {
  expect(readingMinutes(`<p class="a b c">${'word '.repeat(690)}</p>`)).toBe(3)
})

test('Chinese is counted by letters', () => {
  expect(readingMinutes('字'.repeat(900))).toBe(2)
})

test('a line is not worth a figure', () => {
  expect(readingMinutes('<p>Short.</p>')).toBe(0)
})
