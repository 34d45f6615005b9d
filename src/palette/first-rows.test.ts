import { expect, test } from 'vitest'
import { firstRows } from './first-rows.ts'
import type { PaletteSection } from './rows.ts'

const section = (key: string, count: number): PaletteSection => ({
  key,
  title: key,
  rows: Array.from({ length: count }, (_, at) => ({
    key: `${key} ${at}`,
    title: `${at}`,
    ranges: [],
    choose: () => undefined,
  })),
})
const counts = (most: number) =>
  firstRows([section('recent', 5), section('commands', 20), section('feeds', 3)], most).map(
    ({ key, rows }) => [key, rows.length],
  )

test('the rows that are seen at first are those on top, over the sections', () => {
  expect(counts(14)).toEqual([
    ['recent', 5],
    ['commands', 9],
  ])
  expect(counts(3)).toEqual([['recent', 3]])
})

test('where there is room for all, all are there', () => {
  expect(counts(99)).toEqual([
    ['recent', 5],
    ['commands', 20],
    ['feeds', 3],
  ])
})
