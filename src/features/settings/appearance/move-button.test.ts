import { expect, test } from 'vitest'
import { moveButton, placeButton } from './move-button.ts'

const order = { main: ['a', 'b'], more: ['c', 'd'] }

test('a button moves by one within its group', () => {
  expect(moveButton(order, 'a', 1)).toEqual({ main: ['b', 'a'], more: ['c', 'd'] })
  expect(moveButton(order, 'd', -1)).toEqual({ main: ['a', 'b'], more: ['d', 'c'] })
})

test('past the end of its group it goes into the other one', () => {
  expect(moveButton(order, 'b', 1)).toEqual({ main: ['a'], more: ['b', 'c', 'd'] })
  expect(moveButton(order, 'c', -1)).toEqual({ main: ['a', 'b', 'c'], more: ['d'] })
})

test('the first stays first and the last stays last', () => {
  expect(moveButton(order, 'a', -1)).toEqual(order)
  expect(moveButton(order, 'd', 1)).toEqual(order)
})

test('a dropped button takes the place where it was dropped', () => {
  expect(placeButton(order, 'd', 'main', 1)).toEqual({ main: ['a', 'd', 'b'], more: ['c'] })
})
