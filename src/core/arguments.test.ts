import { expect, test } from 'vitest'
import {
  ageInMs,
  checkArgument,
  formatArgument,
  parseArgument,
  type Argument,
  type ArgumentType,
} from './arguments.ts'

const argument = (type: ArgumentType, more: Partial<Argument> = {}): Argument => ({
  name: 'x',
  title: 'x',
  type,
  ...more,
})
const folders = [
  { value: 'Kitchen Letters', title: 'Kitchen Letters' },
  { value: 'Europe', title: 'Europe' },
  { value: 'Eastern Europe', title: 'Eastern Europe', keywords: ['balkans'] },
]

test.each([
  [argument('number'), '12', 12],
  [argument('boolean'), 'yes', true],
  [argument('boolean'), 'OFF', false],
  [argument('age'), '3d', '3d'],
  [argument('date'), '2026-01-31', '2026-01-31'],
  [argument('date'), 'yesterday', '2026-02-28'],
  [argument('text'), '  two words ', 'two words'],
])('%o reads %s', (of, text, value) => {
  expect(parseArgument(of, text, [], '2026-03-01')).toEqual({ ok: true, value })
})

test.each([
  [argument('number'), 'many', 'number'],
  [argument('number', { max: 5 }), '6', 'range'],
  [argument('boolean'), 'maybe', 'boolean'],
  [argument('age'), '3 days', 'age'],
  [argument('date'), '2026-02-30', 'date'],
  [argument('text'), '   ', 'empty'],
  [argument('category'), 'Asia', 'choice'],
])('%o refuses %s', (of, text, problem) => {
  expect(parseArgument(of, text, folders)).toMatchObject({ ok: false, problem })
})

test('a choice is found by its title, the only beginning or the only part, without regard to case and accents', () => {
  const read = (text: string) => parseArgument(argument('category'), text, folders)
  expect(read('europe')).toEqual({ ok: true, value: 'Europe' })
  expect(read('kit')).toEqual({ ok: true, value: 'Kitchen Letters' })
  expect(read('léttèrs')).toEqual({ ok: true, value: 'Kitchen Letters' })
  expect(read('balk')).toEqual({ ok: true, value: 'Eastern Europe' })
  expect(read('eur')).toEqual({ ok: true, value: 'Europe' })
  expect(parseArgument(argument('category', { open: true }), 'Asia', folders)).toEqual({
    ok: true,
    value: 'Asia',
  })
})

test('a list type reads one choice as a list', () => {
  expect(parseArgument(argument('subscriptions'), 'kit', folders)).toEqual({
    ok: true,
    value: ['Kitchen Letters'],
  })
})

test('a value is formatted so that it is read back, quoted where it holds spaces', () => {
  expect(formatArgument('Kitchen Letters', folders)).toBe('"Kitchen Letters"')
  expect(formatArgument(3)).toBe('3')
  expect(formatArgument(['Europe'], folders)).toBe('Europe')
})

test('values of another type are refused', () => {
  expect(checkArgument(argument('entries'), 'one')).toEqual({ problem: 'type' })
  expect(checkArgument(argument('entries'), ['one'])).toBeNull()
  expect(checkArgument(argument('view'), '3')).toEqual({ problem: 'type' })
  expect(checkArgument(argument('text', { validate: () => 'own' }), 'x')).toEqual({ problem: 'own' })
})

test('an age in milliseconds', () => {
  expect([ageInMs('90m'), ageInMs('3d'), ageInMs('2mo'), ageInMs('x')]).toEqual([
    5_400_000,
    259_200_000,
    5_184_000_000,
    Number.NaN,
  ])
})
