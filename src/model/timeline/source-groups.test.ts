import { expect, test } from 'vitest'
import '../everything.ts'
import { idsIn } from './index.ts'
import { marksBySource } from '../reads/index.ts'
import { packIds } from './ids.ts'
import { toTimelineIds } from './merge.ts'
import { groupBySource } from './source-groups.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const DAY = 86_400_000
const HOUR = 3_600_000
const rows: readonly (readonly [id: string, feedId: string, at: number])[] = [
  ['6', 'b', NOON],
  ['5', 'a', NOON - 0.5 * HOUR],
  ['4', 'b', NOON - HOUR],
  ['3', 'a', NOON - DAY],
  ['2', 'b', NOON - DAY - HOUR],
  ['1', 'a', NOON - DAY - 2 * HOUR],
]
const list = toTimelineIds({ ids: rows.map(([id]) => id), times: rows.map(([, , at]) => at) })
const feedOf = (id: bigint) => rows.find(([one]) => one === String(id))?.[1] ?? ''

test('the entries of a day are grouped by their feeds, those of the first entry first', () => {
  const { list: grouped, groups } = groupBySource(list, feedOf)
  expect(idsIn(grouped.ids)).toEqual(['6', '4', '5', '3', '1', '2'])
  expect(groups.map(({ from, to, feedId }) => [from, to, feedId])).toEqual([
    [0, 2, 'b'],
    [2, 3, 'a'],
    [3, 5, 'a'],
    [5, 6, 'b'],
  ])
  expect(new Set(groups.map(({ day }) => day)).size).toBe(2)
})

test('above and below are rows of the same day, and all of the other days', () => {
  const { list: grouped, groups } = groupBySource(list, feedOf)
  const day = groups[2]?.day ?? 0
  const marks = (scope: 'above' | 'below', id: string, oldestFirst = false) =>
    marksBySource({ scope, id }, groups, grouped.ids, oldestFirst)
  expect(marks('below', '1')).toEqual({ ids: ['2'], others: { scope: 'below', id: '1', at: day } })
  expect(marks('above', '1')?.ids).toEqual(['3'])
  expect(marks('above', '1')?.others.at).toBeGreaterThan(day + 22 * HOUR)
  expect(marks('above', '1', true)?.others.at).toBe(day)
  expect(marks('above', '9')).toBeNull()
  expect(marksBySource({ scope: 'below', id: '2' }, groups, packIds(['9']), false)).toBeNull()
})
