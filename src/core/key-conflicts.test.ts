import { createEvent } from 'effector'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command, CommandCall } from './command.ts'
import type { ContextValue, ContextValues } from './expression.ts'
import { parseExpression } from './expression.ts'
import { findClashes, takesDigit } from './key-conflicts.ts'
import { appliesIn, keymapOf, type KeymapEntry, type KeyRule } from './keys.ts'
import { availability } from './command.ts'
import { readEntries, resolveKeys } from './resolve-keys.ts'
import { satisfy } from './satisfy.ts'

const run = createEvent<CommandCall>()
const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  group: 'test',
  title: id,
  kind: 'view',
  run,
  ...more,
})
const commands = [
  command('anywhere'),
  command('list', { where: ['timeline'] }),
  command('reading', { where: ['timeline', 'entry-render'], needs: 'entry' }),
  command('box', { where: ['modal'] }),
  command('closed', { needs: '!entry' }),
]

const areas = ['timeline', 'entry-render', 'subscription-list', 'sub-layer', 'home', 'video-player', 'modal']
const conditions = [
  'entry',
  '!entry',
  'unread > 3',
  'unread <= 3',
  "area == 'timeline'",
  "area != 'timeline' && online",
]
const sequences = ['a', 'b', 'a b', 'a b c', 'b a', '5', 'a {key}']
const rule: fc.Arbitrary<KeyRule> = fc
  .record({
    keys: fc.constantFrom(...sequences),
    command: fc.constantFrom(...commands.map(({ id }) => id)),
    when: fc.option(fc.constantFrom(...conditions), { nil: undefined }),
    count: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  })
  .map(({ when, count, ...others }) => ({ ...others, ...(when && { when }), ...(count && { count }) }))

/** Every state that the conditions can tell apart. */
const states: readonly { area: string; values: ContextValues }[] = areas.flatMap((area) =>
  [true, false].flatMap((entry) =>
    [true, false].flatMap((online) =>
      [0, 3, 4].map((unread) => ({
        area,
        values: new Map<string, ContextValue>([
          ['area', area],
          ['entry', entry],
          ['online', online],
          ['unread', unread],
        ]),
      })),
    ),
  ),
)
const acts = (entry: KeymapEntry, { area, values }: (typeof states)[number]) =>
  appliesIn(entry, area, values) &&
  (entry.command === null || availability(entry.command, values, entry.args).available)
const pressesOf = (entry: KeymapEntry) => entry.keys.split(' ')
const overlap = (a: KeymapEntry, b: KeymapEntry) =>
  pressesOf(a)
    .slice(0, Math.min(pressesOf(a).length, pressesOf(b).length))
    .every((press, at) => [press, pressesOf(b)[at]].includes('{key}') || press === pressesOf(b)[at])

test('the verdict on a random keymap is that of trying every state', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 7 }), (rules) => {
      const entries = keymapOf(commands, {}, rules)
      const verdict = findClashes(entries).map(({ a, b }) => [entries.indexOf(a), entries.indexOf(b)])
      const tried = entries.flatMap((a, first) =>
        entries.flatMap((b, second) =>
          first < second &&
          (a.command?.id !== b.command?.id || pressesOf(a).length !== pressesOf(b).length) &&
          overlap(a, b) &&
          states.some((state) => acts(a, state) && acts(b, state))
            ? [[first, second]]
            : [],
        ),
      )
      expect(verdict).toEqual(tried)
    }),
    { numRuns: 3000 },
  )
})

test('in the state of the example both act, and the earlier does not run at once', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 7 }), (rules) => {
      for (const { a, b, example } of findClashes(keymapOf(commands, {}, rules))) {
        expect(acts(a, example) && acts(b, example)).toBe(true)
        const state = { ...example, inField: false, isRepeat: false }
        const short = pressesOf(a).length <= pressesOf(b).length ? a : b
        const typed = pressesOf(short).map((press, at) =>
          press === '{key}' ? (pressesOf(short === a ? b : a)[at] ?? 'x') : press,
        )
        const resolution = resolveKeys(
          readEntries([a, b]),
          typed.map((one) => (one === '{key}' ? 'x' : one)),
          state,
        )
        const runs = resolution.is === 'run' ? resolution.binding : null
        expect(runs).not.toBe(short === a ? a : null)
      }
    }),
    { numRuns: 1000 },
  )
})

test('without a conflict every binding runs wherever it acts', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
      const entries = keymapOf(commands, {}, rules)
      const clashes = findClashes(entries)
      const read = readEntries(entries)
      for (const entry of entries.filter((one) => clashes.every(({ a, b }) => a !== one && b !== one))) {
        const typed = pressesOf(entry).map((press) => (press === '{key}' ? 'x' : press))
        for (const state of states.filter((one) => acts(entry, one))) {
          const resolution = resolveKeys(read, typed, { ...state, inField: false, isRepeat: false })
          expect(resolution.is === 'run' && resolution.binding.command.id).toBe(entry.command?.id)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('expressions that exclude each other have no common state, and others have one in which they hold', () => {
  const both = (...texts: string[]) => satisfy(texts.map(parseExpression), ['timeline', 'modal'])
  expect(both('entry', '!entry')).toBeNull()
  expect(both('unread > 3', 'unread < 4')?.values.get('unread')).toBe(3.5)
  expect(both("area == 'modal'")?.area).toBe('modal')
  expect(both("source == 'feed'", "source != 'list'")?.values.get('source')).toBe('feed')
})

test('a key that is a digit takes the digits from the counts', () => {
  expect(takesDigit({ keys: '5' })).toBe(true)
  expect(takesDigit({ keys: 'g 1' })).toBe(false)
  expect(takesDigit({ keys: '$mod+1' })).toBe(false)
})
