import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnOf,
  heightOf,
  layOut,
  neighbourOf,
  scrollToSee,
  topOf,
  windowAt,
  type Span,
} from './geometry.ts'

const list = { rowHeight: 80, headerHeight: 30, columns: 1 }
const spansOf = (sizes: readonly number[]): Span[] => {
  let from = 0
  return sizes.map((size) => ({ from, to: (from += size) }))
}

test('rows lie under their date headers', () => {
  const geometry = layOut(spansOf([2, 3]), list)
  expect(heightOf(geometry)).toBe(2 * 30 + 5 * 80)
  expect([0, 1, 2, 4].map((row) => topOf(geometry, row))).toEqual([30, 110, 220, 380])
})

test('a grid fills its last line with what is left', () => {
  const geometry = layOut(spansOf([5, 1]), { rowHeight: 200, headerHeight: 0, columns: 3 })
  expect(heightOf(geometry)).toBe(600)
  expect([0, 2, 3, 4, 5].map((row) => topOf(geometry, row))).toEqual([0, 0, 200, 200, 400])
})

test('a row that is seen stays, one above or below comes into sight with two more rows', () => {
  const geometry = layOut(spansOf([1000]), list)
  expect(scrollToSee(geometry, 4, 100, 600)).toBe(100)
  expect(scrollToSee(geometry, 100, 100, 600)).toBe(30 + 103 * 80 - 600)
  expect(scrollToSee(geometry, 4, 5000, 600)).toBe(160)
  expect(scrollToSee(geometry, 0, 5000, 600)).toBe(0)
})

test('what follows the last row comes into sight with it, and no more than there is', () => {
  const geometry = layOut(spansOf([1000]), { ...list, footerHeight: 100 })
  expect(scrollToSee(geometry, 999, 0, 600)).toBe(heightOf(geometry) + 100 - 600)
  expect(scrollToSee(layOut(spansOf([1000]), list), 999, 0, 600)).toBe(30 + 1000 * 80 - 600)
})

test('in a low window the margin leaves space for the row', () => {
  const geometry = layOut(spansOf([1000]), list)
  const top = scrollToSee(geometry, 100, 0, 120)
  expect(top).toBeLessThanOrEqual(100 * 80)
  expect(top + 120).toBeGreaterThanOrEqual(30 + 101 * 80)
})

test('an empty list draws nothing', () => {
  expect(windowAt(layOut([], list), 0, 600, 300)).toMatchObject({ from: 0, to: 0, lastSpan: -1 })
})

test('wherever one scrolls, no row in sight is left out and few are drawn in vain', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sizes, columns, part) => {
        const geometry = layOut(spansOf(sizes), { rowHeight: 90, headerHeight: 28, columns })
        const height = 700
        const scrolled = part * Math.max(0, heightOf(geometry) - height)
        const drawn = windowAt(geometry, scrolled, height, 270)
        const count = sizes.reduce((sum, size) => sum + size, 0)
        for (let row = 0; row < count; row++) {
          const top = topOf(geometry, row)
          const seen = top + 90 > scrolled && top < scrolled + height
          if (seen) expect(row >= drawn.from && row < drawn.to).toBe(true)
        }
        expect(drawn.to - drawn.from).toBeLessThanOrEqual(columns * (Math.ceil((height + 540) / 90) + 3))
      },
    ),
    { numRuns: 200 },
  )
})

test('rows of their own heights follow each other, and an unknown height counts as the usual one', () => {
  const heights = Float32Array.of(40, 0, 200, 60)
  const geometry = layOut(spansOf([2, 2]), { ...list, heights })
  expect([0, 1, 2, 3].map((row) => topOf(geometry, row))).toEqual([30, 70, 180, 380])
  expect(heightOf(geometry)).toBe(440)
})

test('in a masonry each row takes the shortest column', () => {
  const heights = Float32Array.of(100, 300, 100, 100, 50)
  const geometry = layOut(spansOf([5]), { rowHeight: 80, headerHeight: 0, columns: 2, heights })
  expect([0, 1, 2, 3, 4].map((row) => columnOf(geometry, row))).toEqual([0, 1, 0, 0, 0])
  expect([0, 1, 2, 3, 4].map((row) => topOf(geometry, row))).toEqual([0, 0, 100, 200, 300])
  expect(heightOf(geometry)).toBe(350)
})

test('the neighbours of a cell are in its column above and below, and at its height beside it', () => {
  const heights = Float32Array.of(100, 300, 100, 100, 50)
  const masonry = layOut(spansOf([5]), { rowHeight: 80, headerHeight: 0, columns: 2, heights })
  expect(neighbourOf(masonry, 2, 'right')).toBe(1)
  expect(neighbourOf(masonry, 1, 'left')).toBe(2)
  expect(neighbourOf(masonry, 2, 'down')).toBe(3)
  expect(neighbourOf(masonry, 2, 'up')).toBe(0)
  expect(neighbourOf(masonry, 2, 'left')).toBe(2)
  const grid = layOut(spansOf([8]), { rowHeight: 80, headerHeight: 0, columns: 3 })
  expect(neighbourOf(grid, 1, 'down')).toBe(4)
  expect(neighbourOf(grid, 5, 'down')).toBe(7)
  expect(neighbourOf(grid, 7, 'down')).toBe(7)
  expect(neighbourOf(grid, 3, 'left')).toBe(3)
})

test('of a row taller than the viewport the beginning comes into sight', () => {
  const geometry = layOut(spansOf([3]), {
    rowHeight: 80,
    headerHeight: 0,
    columns: 1,
    heights: Float32Array.of(500, 2000, 500),
  })
  expect(scrollToSee(geometry, 1, 0, 600)).toBe(500)
})

test('wherever one scrolls in a masonry, no row in sight is left out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 20, max: 900 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sizes, columns, part) => {
        const heights = Float32Array.from(sizes)
        const geometry = layOut(spansOf([sizes.length]), { rowHeight: 90, headerHeight: 0, columns, heights })
        const height = 700
        const scrolled = part * Math.max(0, heightOf(geometry) - height)
        const drawn = windowAt(geometry, scrolled, height, 0)
        expect(drawn.to).toBeGreaterThan(drawn.from)
        for (const [row, size] of sizes.entries()) {
          const top = topOf(geometry, row)
          if (top + size > scrolled && top < scrolled + height)
            expect(row >= drawn.from && row < drawn.to).toBe(true)
        }
      },
    ),
  )
})
