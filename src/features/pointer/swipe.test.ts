import { expect, test } from 'vitest'
import { mayBeginAt, swipeOf } from './swipe.ts'

test('a finger scrolls until it clearly moves sideways', () => {
  expect(swipeOf(6, 3, false)).toBe('undecided')
  expect(swipeOf(12, 40, false)).toBeNull()
  expect(swipeOf(14, 10, false)).toBeNull()
  expect(swipeOf(40, 10, false)).toMatchObject({ side: 'start', offset: 40, isArmed: false })
})

test('a swipe stays one however the finger wavers, and can be taken back', () => {
  expect(swipeOf(-90, 200, true)).toMatchObject({ side: 'end', isArmed: true })
  expect(swipeOf(-20, 200, true)).toMatchObject({ side: 'end', isArmed: false })
})

test('beyond the point where it is armed the row follows more slowly', () => {
  expect(swipeOf(102, 0, true)).toMatchObject({ offset: 82 })
  expect(swipeOf(-102, 0, true)).toMatchObject({ offset: -82 })
})

test("the window's edges are the browser's", () => {
  expect([mayBeginAt(10, 390), mayBeginAt(200, 390), mayBeginAt(380, 390)]).toEqual([false, true, false])
})
