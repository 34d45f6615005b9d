import { expect, test } from 'vitest'
import { hintLabels, letterOf } from './hints.tsx'

test('labels are distinct, and none is the beginning of another', () => {
  for (const count of [0, 1, 14, 15, 196, 197, 500]) {
    const labels = hintLabels(count)
    expect(new Set(labels).size).toBe(count)
    expect(new Set(labels.map(({ length }) => length)).size).toBeLessThanOrEqual(1)
  }
  expect(hintLabels(1)[0]).toHaveLength(2)
  expect(hintLabels(197)[0]).toHaveLength(3)
})

test('a letter is read from the character, or from the position where the layout has no Latin letters', () => {
  expect(letterOf({ key: 'S', code: 'KeyS' })).toBe('s')
  expect(letterOf({ key: 'ы', code: 'KeyS' })).toBe('s')
  expect(letterOf({ key: 'o', code: 'KeyS' })).toBe('o')
  expect(letterOf({ key: 'Enter', code: 'Enter' })).toBeNull()
  expect(letterOf({ key: '1', code: 'Digit1' })).toBeNull()
})
