import { expect, test } from 'vitest'
import { colorsOf } from './picture-colors.ts'

test('the most frequent colours come first, near ones count as one, and transparent parts as none', () => {
  const blue = [0, 0, 200, 255]
  const nearlyBlue = [2, 2, 202, 255]
  const white = [255, 255, 255, 255]
  const nothing = [9, 200, 9, 0]
  expect(colorsOf([...white, ...blue, ...nearlyBlue, ...nothing])).toEqual([
    'rgb(1 1 201)',
    'rgb(255 255 255)',
  ])
  expect(colorsOf([])).toEqual([])
})
