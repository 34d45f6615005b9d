import { expect, test } from 'vitest'
import { treePositions } from './tree-positions.ts'

const message = (depths: readonly number[]) =>
  treePositions(depths.map((depth) => ({ depth }))).map(({ position, size }) => `${position} of ${size}`)

test('feeds of a folder are counted among themselves', () => {
  expect(message([0, 0, 1, 1, 0, 1])).toEqual(['1 of 3', '2 of 3', '1 of 2', '2 of 2', '3 of 3', '1 of 1'])
})

test('an empty tree has no places', () => {
  expect(message([])).toEqual([])
})
