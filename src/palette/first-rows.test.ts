import { expect, test } from 'vitest'
import { firstRows } from './first-rows.ts'
import type { PaletteSection } from './rows.ts'

const section = (key: string, count: number): PaletteSection => ({
  key,
  title: key,
  rows: Array.from({ length: count }, (_, at) => ({
    key: `${key} ${at}`,
    title: key,
    ranges: [],
    choose: () => {},
  })),
})
const shape = (sections: readonly PaletteSection[]) => sections.map(({ key, rows }) => [key, rows.length])

test('the rows that are seen first are the first ones, over all sections', () => {
  const all = [section('recent', 5), section('commands', 40), section('entries', 12)]
  expect(shape(firstRows(all, 14))).toEqual([
    ['recent', 5],
    ['commands', 9],
  ])
  expect(shape(firstRows(all, 100))).toEqual(shape(all))
})

test('a section that is drawn whole is the very same one', () => {
  const recent = section('recent', 5)
  expect(firstRows([recent, section('commands', 40)], 14)[0]).toBe(recent)
})
