import { expect, test } from 'vitest'
import {
  boundedRules,
  ownRuleProblem,
  ownRuleRows,
  ownRules,
  withGeneralRule,
  withOwnRule,
} from './retention-rules.ts'

const unbounded = { scope: 'all', maxAgeDays: null, maxEntries: null, title: null }
const exempt = { scope: '7', maxAgeDays: null, maxEntries: null, title: 'Archive' }

test('the rule for all feeds comes first, and is there from the start', () => {
  expect(withGeneralRule([exempt])).toEqual([unbounded, exempt])
  const general = { ...unbounded, maxAgeDays: 30 }
  expect(withGeneralRule([exempt, general])).toEqual([general, exempt])
})

test('a rule for all feeds without bounds is not stored, one that exempts a feed is', () => {
  expect(boundedRules([unbounded, exempt])).toEqual([{ scope: '7', maxAgeDays: null, maxEntries: null }])
})

test('rules for folders and queries are complete before they are sent', () => {
  const stored = [{ kind: 'folder', name: 'News', maxAgeDays: null, maxEntries: null } as const]
  const rows = withOwnRule(withOwnRule(ownRuleRows(stored), { kind: 'query', name: ' is:read ' }), {
    kind: 'query',
    name: '',
  })
  const problems = (changed: Partial<(typeof rows)[number]>) => {
    const all = rows.map((row) => (row.key === 2 ? { ...row, ...changed } : row))
    return all.map((row) => ownRuleProblem(row, all)?.key.split('.').at(-1) ?? null)
  }
  expect(problems({})).toEqual([null, 'unbounded', 'emptyQuery'])
  expect(problems({ name: 'is:read', maxEntries: 20 })).toEqual([null, 'unbounded', 'repeatedQuery'])
  expect(problems({ name: 'title:', maxEntries: 20 })).toEqual([null, 'unbounded', 'expectedValue'])
  expect(problems({ name: 'gold sort:old', maxEntries: 20 })).toEqual([null, 'unbounded', 'unordered'])
  expect(problems({ name: 'gold', maxEntries: 20 })).toEqual([null, 'unbounded', null])
  expect(ownRules(rows).map(({ name }) => name)).toEqual(['News', 'is:read', ''])
})
