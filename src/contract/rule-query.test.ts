import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from './actions.ts'
import { queryAst } from './query/arbitrary.sample.ts'
import { selectByPredicate } from './query/case-facts.ts'
import { formatQuery } from './query/format.ts'
import { parseQuery } from './query/parse.ts'
import { conditionsOfQuery, queryOfConditions } from './rule-query.ts'

const eq = (field: string, value: string): Condition => ({ field, operator: 'eq', value })

test('a query is read into the fields of the form where they say the same', () => {
  expect(conditionsOfQuery('title:gold -author:ada view:videos OR is:starred in:News has:image')).toEqual({
    ok: true,
    groups: [
      [
        { field: 'entry_title', operator: 'contains', value: 'gold' },
        { field: 'entry_author', operator: 'not_contains', value: 'ada' },
        eq('view', '3'),
      ],
      [eq('status', 'collected'), eq('category', 'News'), eq('query', 'has:image')],
    ],
  })
  expect(conditionsOfQuery('')).toEqual({ ok: true, groups: [] })
})

test('a query that is none is an error with its position, and an order or limit is refused', () => {
  expect(conditionsOfQuery('title:')).toMatchObject({ ok: false, error: { code: 'expectedValue' } })
  expect(conditionsOfQuery('a limit:3')).toEqual({ ok: false, error: 'unordered' })
})

test('conditions without words in the query language are named', () => {
  const pattern = { field: 'entry_title', operator: 'regex', value: '^a' }
  expect(queryOfConditions([[eq('view', '1'), pattern], [eq('feed_url', 'x')]])).toEqual({
    ok: false,
    unsayable: [pattern, eq('feed_url', 'x')],
  })
})

test('every query keeps its meaning through the conditions, and its text is then stable', () => {
  const property = fc.property(queryAst, ({ where }) => {
    const read = conditionsOfQuery(formatQuery({ where }))
    if (!read.ok) throw new Error('The query was refused')
    const written = queryOfConditions(read.groups)
    if (!written.ok) throw new Error('The conditions were refused')
    const parsed = parseQuery(written.query)
    if (!parsed.ok) throw new Error(parsed.error.code)
    expect(selectByPredicate(parsed.ast)).toEqual(selectByPredicate({ where }))
    expect(conditionsOfQuery(written.query)).toEqual(read)
  })
  fc.assert(property, { numRuns: 500 })
})

test('conditions that the query language can say come back as they were', () => {
  const value = fc.oneof(
    fc.constantFrom('a', 'a b', '"q"', '-x', 'OR', 'a:b', '//a', '\\', '日本'),
    fc.string({ minLength: 1 }),
  )
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({
      field: fc.constantFrom('entry_title', 'entry_author'),
      operator: fc.constantFrom('contains', 'not_contains'),
      value,
    }),
    fc.record({ field: fc.constant('category'), operator: fc.constantFrom('eq', 'not_eq'), value }),
    fc.record({
      field: fc.constant('view'),
      operator: fc.constantFrom('eq', 'not_eq'),
      value: fc.constantFrom('0', '5'),
    }),
    fc.constantFrom(eq('status', 'read'), eq('status', 'collected'), eq('query', 'has:audio')),
  )
  const groups = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 3 })
  const property = fc.property(groups, (list) => {
    const written = queryOfConditions(list)
    expect(written.ok && conditionsOfQuery(written.query)).toEqual({ ok: true, groups: list })
  })
  fc.assert(property, { numRuns: 500 })
})
