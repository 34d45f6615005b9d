import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedSeconds, pickForMinutes, type ReadingCandidate } from './reading-list.ts'

const one = (id: string, feedId: string, publishedAt: number, minutes: number, isRare = false) => ({
  id,
  feedId,
  publishedAt,
  seconds: minutes * 60,
  isRare,
})
const picked = (candidates: readonly ReadingCandidate[], minutes: number) =>
  pickForMinutes(candidates, minutes).map(({ id }) => id)

test('rare feeds come first, then the newest, and one of each feed before a second', () => {
  const candidates = [
    one('a2', 'a', 20, 3),
    one('a3', 'a', 30, 3),
    one('b1', 'b', 10, 4),
    one('r1', 'r', 1, 5, true),
    one('r2', 'r', 2, 5, true),
  ]
  expect(picked(candidates, 60)).toEqual(['r2', 'a3', 'b1', 'r1', 'a2'])
  expect(picked(candidates, 12)).toEqual(['r2', 'a3', 'b1'])
})

test('what does not fit is left out, and a shorter one after it fills the time', () => {
  expect(picked([one('long', 'a', 9, 40), one('short', 'b', 8, 4)], 25)).toEqual(['short'])
  expect(picked([one('long', 'a', 9, 40)], 25)).toEqual([])
})

test('a list never takes longer than the minutes, and nothing that would fit is left out', () => {
  const candidate = fc.record({
    id: fc.uuid(),
    feedId: fc.constantFrom('a', 'b', 'c'),
    publishedAt: fc.nat(100),
    seconds: fc.nat(2000),
    isRare: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (all, minutes) => {
      const chosen = pickForMinutes(all, minutes)
      const left = minutes * 60 - chosen.reduce((sum, { seconds }) => sum + countedSeconds(seconds), 0)
      expect(left).toBeGreaterThanOrEqual(0)
      for (const { seconds } of all.filter((entry) => !chosen.includes(entry)))
        expect(countedSeconds(seconds)).toBeGreaterThan(left)
    }),
  )
})
