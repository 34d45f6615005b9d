import { expect, test } from 'vitest'
import { caseEntries, queryCases } from './cases.ts'
import { selectByPredicate } from './case-facts.ts'
import { parseQuery } from './parse.ts'

test('the table is large', () => {
  expect(queryCases.length).toBeGreaterThanOrEqual(80)
  expect(caseEntries.length).toBeGreaterThanOrEqual(30)
})

test.each(queryCases)('%s', (query, ids) => {
  const result = parseQuery(query)
  if (!result.ok) throw new Error(result.error.code)
  const found = selectByPredicate(result.ast)
  const expected = ids.split(' ').filter(Boolean)
  if (result.ast.sort !== undefined || result.ast.limit !== undefined) expect(found).toEqual(expected)
  else expect(found.toSorted()).toEqual(expected.toSorted())
})
