import { expect, test } from 'vitest'
import { placeNotes } from './margin-notes.tsx'

test('a note stands beside its highlight, or below the one before it, and none covers another', () => {
  const boxes = [
    { id: 'a', wanted: 10, height: 40 },
    { id: 'b', wanted: 20, height: 100 },
    { id: 'c', wanted: 30, height: 20 },
    { id: 'd', wanted: 500, height: 20 },
  ]
  expect([...placeNotes(boxes)]).toEqual([
    ['a', 10],
    ['b', 58],
    ['c', 166],
    ['d', 500],
  ])
})
