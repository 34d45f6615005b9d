import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rule } from '../../contract/actions.ts'
import { changedRules, groupsOfRule, repeatChange, withRule } from './edit-rules.ts'

const rule = (name: string): Rule => ({ name, condition: [], result: { star: true } })
const list = (names: string) => Array.from(names, rule)
const namesOf = (rules: readonly Rule[]) => rules.map(({ name }) => name).join('')

test.each<[string, before: string, after: string, current: string, result: string]>([
  ['an addition joins what was added meanwhile', 'ab', 'abc', 'abx', 'abcx'],
  ['a deletion leaves what was added meanwhile', 'abc', 'ac', 'abcx', 'acx'],
  ['an edit is made where the rule is now', 'ab', 'aB', 'xba', 'xBa'],
  ['an edit of a rule that is gone adds it', 'ab', 'aB', 'a', 'aB'],
  ['a move leaves other rules in their places', 'abc', 'cab', 'axbc', 'cxab'],
  ['a change that was made already changes nothing', 'ab', 'abc', 'abc', 'abc'],
  ['an edit that was made already changes nothing', 'ab', 'aB', 'aBx', 'aBx'],
  ['a restored rule returns to its position', 'ac', 'abc', 'acx', 'abcx'],
])('%s', (_, before, after, current, result) => {
  const change = { before: list(before), rules: list(after) }
  expect(namesOf(repeatChange(list(current), change))).toBe(result)
})

test('a change and its inverse restore the list, and repeating a change twice is repeating it once', () => {
  const names = fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 5 }).map((all) => all.join(''))
  const property = fc.property(names, names, names, (before, rules, current) => {
    const change = { before: list(before), rules: list(rules) }
    expect(namesOf(repeatChange(list(before), change))).toBe(rules)
    expect(namesOf(repeatChange(list(rules), { before: change.rules, rules: change.before }))).toBe(before)
    const once = repeatChange(list(current), change)
    if (namesOf(once) !== before) expect(namesOf(repeatChange(once, change))).toBe(namesOf(once))
  })
  fc.assert(property, { numRuns: 500 })
})

test('changes of one rule', () => {
  const change = (name: 'toggle' | 'move-up' | 'move-down' | 'delete', position: number) =>
    changedRules(list('abc'), { change: name, position })
  expect(namesOf(change('move-up', 2))).toBe('acb')
  expect(namesOf(change('move-up', 0))).toBe('abc')
  expect(namesOf(change('move-down', 0))).toBe('bac')
  expect(namesOf(change('delete', 1))).toBe('ac')
  expect(change('toggle', 0)[0]?.result).toEqual({ star: true, disabled: true })
  expect(changedRules(change('toggle', 0), { change: 'toggle', position: 0 })).toEqual(list('abc'))
  expect(change('delete', 9)).toHaveLength(3)
  expect(namesOf(withRule(list('ab'), null, rule('c')))).toBe('abc')
  expect(namesOf(withRule(list('ab'), 0, rule('c')))).toBe('cb')
})

test('an old flat list of conditions is one group', () => {
  const flat = { field: 'view', operator: 'eq', value: '0' }
  expect(groupsOfRule({ condition: [flat, flat] })).toEqual([[flat, flat]])
  expect(groupsOfRule({ condition: [[flat], []] })).toEqual([[flat]])
  expect(groupsOfRule({ condition: [] })).toEqual([])
})
