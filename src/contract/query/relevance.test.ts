import { expect, test } from 'vitest'
import { selectByPredicate } from './case-facts.ts'
import { caseEntries } from './cases.ts'
import { parseQuery } from './parse.ts'
import { orderedParts } from './relevance.ts'

const astOf = (query: string) => {
  const parsed = parseQuery(query)
  if (!parsed.ok) throw new Error(parsed.error.code)
  return parsed.ast
}
/** The newest entry has the word in its text alone. */
const entries = caseEntries.slice(0, 3).map((entry, at) => ({
  ...entry,
  id: `r${at}`,
  publishedAt: 100 - at,
  title: at === 0 ? 'Weather' : `Pendulum ${at}`,
  content: 'Why a pendulum keeps time',
  description: null,
}))
const select = (query: string) => selectByPredicate(astOf(query), entries)

test('titles with the words of a query come first, each part newest first', () => {
  expect(select('pendulum')).toEqual(['r1', 'r2', 'r0'])
  expect(select('keeps time')).toEqual(['r0', 'r1', 'r2'])
  expect(select('pendulum limit:2')).toEqual(['r1', 'r2'])
})

test('of alternatives the titles with the words of one come first', () => {
  expect(select('pendulum OR nothing')).toEqual(['r1', 'r2', 'r0'])
  expect(select('weather OR keeps')).toEqual(['r0', 'r1', 'r2'])
  expect(select('keeps (weather OR nothing)')).toEqual(['r0'])
  expect(select('time ("pendulum 2" OR keeps)')).toEqual(['r0', 'r1', 'r2'])
})

test('a query that sorts, and one without words, are in order of time', () => {
  expect(select('pendulum sort:new')).toEqual(['r0', 'r1', 'r2'])
  expect(select('pendulum sort:old')).toEqual(['r2', 'r1', 'r0'])
  for (const query of ['', 'is:read', 'title:pendulum', '-pendulum', 'pendulum OR is:read'])
    expect(orderedParts(astOf(query))).toHaveLength(1)
})
