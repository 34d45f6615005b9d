import { expect, test } from 'vitest'
import { frecency } from './frecency.ts'
import { searchable } from './match.ts'
import { prefixOf, readQuery } from './query.ts'
import { rank, type Candidate } from './rank.ts'

const candidate = (name: string, more: Partial<Candidate<string>> = {}): Candidate<string> => ({
  title: searchable(name),
  use: 0,
  last: false,
  of: name,
  ...more,
})
const names = (candidates: readonly Candidate<string>[], text: string, limit = 9) =>
  rank(candidates, text, limit).map(({ of }) => of)

test('with nothing typed the most used stand first and the rest as they were', () => {
  expect(names([candidate('a'), candidate('b'), candidate('c', { use: 0.5 })], '')).toEqual(['c', 'a', 'b'])
})

test('of two that match alike the used one stands first, but use does not beat a much better match', () => {
  expect(names([candidate('Star'), candidate('Stay', { use: 0.8 })], 'sta')).toEqual(['Stay', 'Star'])
  expect(names([candidate('Star'), candidate('Mistaken order', { use: 0.9 })], 'star')).toEqual([
    'Star',
    'Mistaken order',
  ])
})

test('what cannot be done now stands last, even when it is spelled out', () => {
  expect(names([candidate('Star', { last: true }), candidate('Start')], 'star')).toEqual(['Start', 'Star'])
})

test('another word for it finds it too', () => {
  expect(
    names([candidate('Star', { others: searchable('favourite bookmark') }), candidate('Open')], 'favo'),
  ).toEqual(['Star'])
})

test('no more rows than asked for', () => {
  expect(
    names(
      Array.from({ length: 50 }, (_, at) => candidate(`Feed ${at}`)),
      'feed',
      7,
    ),
  ).toHaveLength(7)
})

test('a use of a week ago counts half', () => {
  const week = 7 * 86_400_000
  expect(frecency({ id: 'x', at: 0, times: 6 }, week)).toBe(frecency({ id: 'x', at: 0, times: 3 }, 0))
  expect(frecency(undefined, 0)).toBe(0)
})

test('the first letter says what is looked for', () => {
  expect(readQuery('@ rust ')).toEqual({ kind: 'subscriptions', text: 'rust' })
  expect(readQuery(' mark all')).toEqual({ kind: 'all', text: 'mark all' })
  expect(prefixOf('entries')).toBe('/')
})
