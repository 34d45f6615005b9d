import { expect, test } from 'vitest'
import { widthByKey, widthWithin } from './column-width.ts'

const list = { id: 'timeline', width: 300, least: 260, most: 720 }

test('a column is never narrower than its least, also where there is no room for it', () => {
  expect(widthWithin(list, 100, 900)).toBe(260)
  expect(widthWithin(list, 500, 120)).toBe(260)
})

test('a column takes what the last one can spare, and no more than its most', () => {
  expect(widthWithin(list, 600, 500)).toBe(500)
  expect(widthWithin(list, 900, 2000)).toBe(720)
  expect(widthWithin({ id: 'entry', least: 280 }, 900.4, 2000)).toBe(900)
})

test('arrows move the line between two panes, with Shift in leaps, Home and End to its ends', () => {
  const after = (key: string, shift = false) => widthByKey(list, 400, key, shift)
  expect([after('ArrowLeft'), after('ArrowRight'), after('ArrowRight', true)]).toEqual([384, 416, 480])
  expect([after('Home'), after('End'), after('j')]).toEqual([260, 720, null])
})
