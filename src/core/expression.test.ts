import { expect, test } from 'vitest'
import {
  evaluate,
  ExpressionError,
  formatExpression,
  parseExpression,
  unmetTerms,
  type ContextValue,
} from './expression.ts'

const holds = (text: string, values: Record<string, ContextValue> = {}) =>
  evaluate(parseExpression(text), new Map(Object.entries(values)))

test.each([
  ['entry', { entry: true }, true],
  ['entry', {}, false],
  ['!entry', {}, true],
  ['not entry', { entry: true }, false],
  ['entry && online', { entry: true }, false],
  ['entry and online', { entry: true, online: true }, true],
  ['entry || online', { online: true }, true],
  ['entry or online and zen', { entry: true }, true],
  ['(entry || online) && zen', { entry: true }, false],
  ['unread > 3', { unread: 4 }, true],
  ['unread >= 4 && unread <= 4', { unread: 4 }, true],
  ['unread < 1', {}, true],
  ["area == 'timeline'", { area: 'timeline' }, true],
  ["area != 'timeline'", { area: 'timeline' }, false],
  ['!(unread > 3)', { unread: 4 }, false],
  ['!(entry && online)', { entry: true }, true],
])('%s with %o is %s', (text, values, expected) => {
  expect(holds(text, values)).toBe(expected)
})

test.each([
  '',
  'entry &&',
  '(entry',
  'entry)',
  '&& entry',
  'area == timeline',
  'entry $',
  '!'.repeat(200) + 'a',
])('refuses %s', (text) => {
  expect(() => parseExpression(text)).toThrow(ExpressionError)
})

test('an error names its position', () => {
  expect(() => parseExpression('entry && )')).toThrow('position 9')
})

test('the unmet terms of an expression are those that have to change', () => {
  const unmet = (text: string, values: Record<string, ContextValue>) =>
    unmetTerms(parseExpression(text), new Map(Object.entries(values))).map(formatExpression)
  expect(unmet('entry && entryUrl && online', { online: true })).toEqual(['entry', 'entryUrl'])
  expect(unmet('entry || selected > 0', {})).toEqual(['entry'])
  expect(unmet('!zen', { zen: true })).toEqual(['!zen'])
  expect(unmet('entry', { entry: true })).toEqual([])
})

test.each(['entry && (online || zen)', "area == 'timeline' && unread > 3", '!entry', 'a || b && c'])(
  'formatting %s is read back as the same expression',
  (text) => {
    const parsed = parseExpression(text)
    expect(parseExpression(formatExpression(parsed))).toEqual(parsed)
  },
)
