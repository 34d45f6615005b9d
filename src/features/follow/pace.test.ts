import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { paceText, updatesPerWeek } from './pace.ts'

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000
const every = (days: number, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(NOW - at * days * DAY).toISOString())
const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as unknown as TFunction

test('a document that ends before four weeks are full is counted by the time that it covers', () => {
  expect(updatesPerWeek(every(1, 8), NOW)).toBe(8)
  expect(updatesPerWeek(every(1, 40), NOW)).toBe(7)
  expect(updatesPerWeek(every(14, 6), NOW)).toBe(0.5)
})

test('entries of one moment do not become thousands a week', () => {
  expect(updatesPerWeek(every(0, 10), NOW)).toBe(70)
})

test('few entries, none, or dates that are none or to come tell nothing', () => {
  expect(updatesPerWeek(every(1, 4), NOW)).toBeNull()
  expect(updatesPerWeek([], NOW)).toBeNull()
  expect(updatesPerWeek(['soon', ...every(-1, 6).slice(1)], NOW)).toBeNull()
})

test('a pace is told by the week or the month, and not at all where nothing comes', () => {
  expect(paceText(4.8, t)).toBe('app:follow.perWeek 5')
  expect(paceText(0.5, t)).toBe('app:follow.perMonth 2')
  expect(paceText(0.1, t)).toBe('app:follow.perMonth 1')
  expect([paceText(0, t), paceText(null, t), paceText(undefined, t)]).toEqual([null, null, null])
})
