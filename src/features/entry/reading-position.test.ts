import { expect, test } from 'vitest'
import { positionOf, topOf } from './use-reading-position.ts'

const box = (scrollTop: number) => ({ scrollTop, scrollHeight: 4000, clientHeight: 500 })

test('a position in an entry is a part of its height, and none at either end', () => {
  expect(positionOf(box(1000))).toBe(0.25)
  expect(topOf({ scrollHeight: 8000 }, 0.25)).toBe(2000)
  expect([0, 20, 3470, 3500].map((top) => positionOf(box(top)))).toEqual([0, 0, 0, 0])
})
