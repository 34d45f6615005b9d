import { expect, test } from 'vitest'
import { shapeOf, type ShapeOptions } from './row-shape.ts'

const options = (changes: Partial<ShapeOptions>): ShapeOptions => ({
  layout: 'article',
  density: 'comfortable',
  width: 356,
  rem: 16,
  grouped: false,
  ...changes,
})

test('larger text makes higher rows', () => {
  expect(shapeOf(options({ rem: 20 })).rowHeight).toBe(shapeOf(options({ rem: 16 })).rowHeight * 1.25)
})

test('a wider window puts more pictures beside each other, a phone two', () => {
  const columns = (width: number) => shapeOf(options({ layout: 'picture', width })).columns
  expect([390, 800, 1400].map(columns)).toEqual([2, 3, 5])
  expect(shapeOf(options({ layout: 'video', width: 390 })).columns).toBe(1)
})

test('each step of density shows more entries', () => {
  const heights = (['article', 'social', 'audio', 'notification'] as const).map((layout) => [
    shapeOf(options({ layout })).rowHeight,
    shapeOf(options({ layout, density: 'compact' })).rowHeight,
    shapeOf(options({ layout: 'title', density: 'titles' })).rowHeight,
  ])
  for (const [comfortable = 0, compact = 0, titles = 0] of heights) {
    expect(compact).toBeLessThan(comfortable)
    expect(titles).toBeLessThanOrEqual(compact)
  }
})

test('without dates there is no header', () => {
  expect(shapeOf(options({ layout: 'notification' })).headerHeight).toBe(0)
})
