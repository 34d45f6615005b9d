import { expect, test } from 'vitest'
import { shapeOf } from './row-shape.ts'

test('an article is as high in a wide list as in a narrow one', () => {
  expect(shapeOf(0, 300, 16, true)).toEqual(shapeOf(0, 900, 16, true))
})

test('larger text makes higher rows', () => {
  expect(shapeOf(0, 356, 20, true).rowHeight).toBe(shapeOf(0, 356, 16, true).rowHeight * 1.25)
})

test('a wider window puts more pictures beside each other, a phone one', () => {
  expect([320, 800, 1400].map((width) => shapeOf(2, width, 16, false).columns)).toEqual([1, 3, 5])
})

test('without dates there is no header', () => {
  expect(shapeOf(5, 356, 16, false).headerHeight).toBe(0)
})
