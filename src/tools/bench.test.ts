import { expect, test } from 'vitest'
import { paintedAt } from '../../tests/bench/usage.ts'

test('Rows that the first paint had were painted then, however late the page could say so', () => {
  expect(paintedAt({ inPage: 84, drawn: 532 }, 268)).toBe(268)
  expect(paintedAt({ inPage: 84, drawn: 90 }, 96)).toBe(90)
})

test('Rows that came after the first paint were painted with the frame after them', () => {
  expect(paintedAt({ inPage: 300, drawn: 320 }, 96)).toBe(320)
  expect(paintedAt({ inPage: 300, drawn: 320 }, Infinity)).toBe(320)
})
