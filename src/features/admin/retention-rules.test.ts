import { expect, test } from 'vitest'
import { boundedRules, withGeneralRule } from './retention-rules.ts'

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
