import { expect, test } from 'vitest'
import { lastDays, streakOf, type Day } from './days.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
const hourOf = (time: number): number => Math.floor(time / 3_600_000)

test('days begin and end by the clock of the reader', () => {
  const hours = [
    [hourOf(at(8, 0)), 1],
    [hourOf(at(8, 23)), 2],
    [hourOf(at(9, 1)), 4],
    [hourOf(at(1, 5)), 8],
  ] as const
  const days = lastDays(hours, at(10, 15), 3)
  expect(days.map(({ count }) => count)).toEqual([3, 4, 0])
  expect(days.map((day) => new Date(day.at).getDate())).toEqual([8, 9, 10])
})

const days = (...counts: readonly number[]): readonly Day[] => counts.map((count) => ({ at: 0, count }))

test.each([
  [days(5, 5, 5), 3],
  [days(5, 1, 5), 1],
  [days(5, 5, 1), 2],
  [days(1, 1, 1), 0],
  [days(1, 1), 0],
  [days(), 0],
])('today counts once the goal is reached, and breaks nothing before: %j', (list, streak) => {
  expect(streakOf(list, 5)).toBe(streak)
})
