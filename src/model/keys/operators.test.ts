import { expect, test } from 'vitest'
import type { EntryStatus } from '../entries/types.ts'
import { entriesInScope, operators, parameterizedObjects, scopes } from './operators.ts'

const entry = (id: string, feedId: string, day: number): EntryStatus => ({
  id,
  feedId,
  read: false,
  starredAt: null,
  publishedAt: day * 10,
  insertedAt: 0,
})
const entries = [
  entry('5', 'a', 2),
  entry('4', 'b', 2),
  entry('3', 'a', 1),
  entry('2', 'c', 1),
  entry('1', 'a', 0),
]
const context = {
  ids: entries.map(({ id }) => id),
  statuses: new Map(entries.map((one) => [one.id, one])),
  categoryOf: (feedId: string) => (feedId === 'c' ? null : 'News'),
  dayOf: (time: number) => Math.floor(time / 10),
}

test('each object selects its listed entries', () => {
  const of = (scope: (typeof scopes)[number]['id'], id = '3') => entriesInScope(scope, id, context).join(' ')
  expect(of('entry')).toBe('3')
  expect(of('above')).toBe('5 4')
  expect(of('below')).toBe('2 1')
  expect(of('day')).toBe('3 2')
  expect(of('feed')).toBe('5 3 1')
  expect(of('category')).toBe('5 4 3 1')
  expect(of('view')).toBe('5 4 3 2 1')
  expect(of('above', 'unlisted')).toBe('')
})

test('no object shares a key with another or with an operator', () => {
  const keys = [...operators, ...scopes, ...parameterizedObjects].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
