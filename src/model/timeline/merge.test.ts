import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toTimelineIds, mergeTimelineIds, reversed, type TimelineIds } from './merge.ts'

const listOf = (rows: readonly (readonly [string, number])[]): TimelineIds => {
  const sorted = rows.toSorted(([a, at], [b, bt]) => bt - at || (a < b ? 1 : -1))
  return toTimelineIds({ ids: sorted.map(([id]) => id), times: sorted.map(([, at]) => at) })
}
const rows = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 10, max: 99 }).map(String), fc.integer({ min: 0, max: 9 })),
  {
    selector: ([id]) => id,
    maxLength: 60,
  },
)

test('merging lists every entry once, sorted by time, and preserves listed entries', () => {
  fc.assert(
    fc.property(rows, rows, (here, came) => {
      const times = new Map(here)
      const page = came.map(([id, at]) => [id, times.get(id) ?? at] as const)
      const fresh = page.filter(([id]) => !times.has(id))
      expect(mergeTimelineIds(listOf(here), listOf(page))).toEqual(listOf([...here, ...fresh]))
    }),
    { numRuns: 500 },
  )
})

test('in the other order each entry keeps its time', () => {
  const times = [3, 2, 1]
  const list = toTimelineIds({ ids: ['30', '20', '10'], times })
  expect(reversed(list)).toEqual(toTimelineIds({ ids: ['10', '20', '30'], times: times.toReversed() }))
})

test('a page that is already listed changes nothing', () => {
  const a = listOf([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ])
  expect(mergeTimelineIds(a, listOf([['b', 2]]))).toBe(a)
  expect(mergeTimelineIds(a, listOf([['b', 9]]))).toBe(a)
})
