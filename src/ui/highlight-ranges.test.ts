import { array, assert, integer, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { highlightPieces, letterRanges } from './highlight-ranges.ts'

const shown = (text: string, ranges: readonly (readonly [number, number])[]) =>
  highlightPieces(text, ranges).map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece))

test('matched letters are marked and the rest is left alone', () => {
  expect(
    shown('Mark all as read', [
      [0, 4],
      [12, 16],
    ]),
  ).toEqual(['[Mark]', ' all as ', '[read]'])
  expect(shown('abc', [])).toEqual(['abc'])
})

test('neighbouring letters of a fuzzy match become one mark', () => {
  expect(shown('timeline', letterRanges([0, 1, 4]))).toEqual(['[ti]', 'me', '[l]', 'ine'])
})

test('ranges may overlap, come unsorted or reach past the end', () => {
  expect(
    shown('abcdef', [
      [4, 99],
      [1, 3],
      [2, 4],
      [5, 5],
      [-3, 0],
    ]),
  ).toEqual(['a', '[bcdef]'])
})

test('no letter is ever lost or doubled', () => {
  const range = tuple(integer({ min: -5, max: 60 }), integer({ min: -5, max: 60 }))
  assert(
    property(string({ maxLength: 40 }), array(range), (text, ranges) => {
      expect(
        highlightPieces(text, ranges)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
