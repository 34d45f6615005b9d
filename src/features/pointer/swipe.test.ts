import { expect, test } from 'vitest'
import { generalDefaults } from '../../contract/setting-defaults.ts'
import { commandOfSwipe, mayBeginAt, swipeOf } from './swipe.ts'

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

test('each way has the action that is set for it, and a far one that of the short one where it has none', () => {
  const set = { ...generalDefaults, swipeLeft: 'none', swipeRightFar: 'label' } as const
  const command = (dx: number, settings = set) => {
    const swipe = swipeOf(dx, 0, true)
    return typeof swipe === 'object' && swipe ? commandOfSwipe(swipe, settings) : undefined
  }
  expect([command(90), command(200)]).toEqual(['entry:read', 'entry:label'])
  expect([command(-90), command(-200)]).toEqual([null, null])
  const usual = { ...set, swipeLeft: generalDefaults.swipeLeft } as unknown as typeof set
  expect([command(-90, usual), command(-200, usual)]).toEqual(['entry:star', 'entry:star'])
})

test("the window's edges are the browser's", () => {
  expect([mayBeginAt(10, 390), mayBeginAt(200, 390), mayBeginAt(380, 390)]).toEqual([false, true, false])
})
