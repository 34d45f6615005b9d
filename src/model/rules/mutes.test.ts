import { expect, test } from 'vitest'
import type { Rule } from '../../contract/actions.ts'
import { isMuted, mutesOf, withMute, withoutMute, type Mute } from './mutes.ts'

const ada: Mute = { kind: 'author', value: 'Ada' }
const tea: Mute = { kind: 'word', value: 'tea' }
const star: Rule = { name: 'stars', condition: [], result: { star: true } }

test('a first mute is a rule at the end, and the next ones join it', () => {
  const once = withMute([star], ada, 'Muted')
  expect(once).toEqual([
    star,
    {
      name: 'Muted',
      condition: [[{ field: 'entry_author', operator: 'eq', value: 'Ada' }]],
      result: { block: true },
    },
  ])
  const twice = withMute(once, tea, 'Muted')
  expect(twice).toHaveLength(2)
  expect(twice.flatMap(mutesOf)).toEqual([ada, tea])
  expect(withMute(twice, ada, 'Muted')).toBe(twice)
})

test('a rule that hides by more than that is left alone, as is one that is off or full', () => {
  const both = [
    { field: 'entry_author', operator: 'eq', value: 'Ada' },
    { field: 'entry_title', operator: 'contains', value: 'tea' },
  ]
  const feed: Rule = { name: 'feed', condition: [both], result: { block: true } }
  const off: Rule = { name: 'off', condition: [both.slice(0, 1)], result: { block: true, disabled: true } }
  const full: Rule = {
    name: 'full',
    condition: Array.from({ length: 50 }, (_, at) => [
      { field: 'entry_title', operator: 'contains', value: String(at) },
    ]),
    result: { block: true },
  }
  expect(withMute([feed, off, full], tea, 'Muted').map(({ name }) => name)).toEqual([
    'feed',
    'off',
    'full',
    'Muted',
  ])
})

test('a mute is taken away alone, and the rule with the last one', () => {
  const both = withMute(withMute([star], ada, 'Muted'), tea, 'Muted')
  expect(withoutMute(both, tea)).toEqual(withMute([star], ada, 'Muted'))
  expect(withoutMute(withoutMute(both, tea), ada)).toEqual([star])
  expect(withoutMute([star], ada)).toEqual([star])
})

test.each([
  [ada, { author: ' Ada ', title: 'Tea' }, true],
  [ada, { author: 'Ada Lovelace', title: 'Ada' }, false],
  [ada, { author: null, title: 'Ada' }, false],
  [tea, { author: 'tea', title: null }, false],
  [tea, { author: null, title: 'Green TEA at noon' }, true],
])('%j of %j: %s', (mute, entry, muted) => {
  expect(isMuted(mute, entry)).toBe(muted)
})
