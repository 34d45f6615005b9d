import { expect, test } from 'vitest'
import type { Rule } from '../../contract/actions.ts'
import { filtersOf, withFilters, type FeedFilter } from './feed-filters.ts'

const URL = 'https://example.org/feed'
const names = { keep: 'Feed: keep only', block: 'Feed: block' }
const other: Rule = {
  name: 'other',
  condition: [
    [
      { field: 'feed_url', operator: 'eq', value: URL },
      { field: 'entry_title', operator: 'contains', value: 'x' },
    ],
  ],
  result: { star: true },
}
const filters: readonly FeedFilter[] = [
  { mode: 'keep', field: 'entry_title', value: 'Rust' },
  { mode: 'keep', field: 'query', value: 'lang:en' },
  { mode: 'block', field: 'entry_author', value: 'Bot' },
  { mode: 'block', field: 'entry_content', value: 'advert' },
]

test('filters become two rules and are read back; another rule of the feed is left alone', () => {
  const rules = withFilters([other], URL, filters, names)
  expect(rules.map(({ name }) => name)).toEqual(['other', 'Feed: keep only', 'Feed: block'])
  expect(rules[1]?.condition).toEqual([
    [
      { field: 'feed_url', operator: 'eq', value: URL },
      { field: 'entry_title', operator: 'not_contains', value: 'Rust' },
      { field: 'query', operator: 'not_eq', value: 'lang:en' },
    ],
  ])
  expect(rules[2]?.condition).toHaveLength(2)
  expect(filtersOf(rules, URL)).toEqual(filters)
  expect(filtersOf(rules, 'https://example.org/other')).toEqual([])
})

test('a change keeps the names and the order of the rules, and no filter removes them', () => {
  const named = withFilters([], URL, filters, { keep: 'mine', block: 'too' })
  const [first] = filters
  if (!first) throw new Error('no filter')
  const changed = withFilters([...named, other], URL, [{ ...first, value: 'Go' }], names)
  expect(changed.map(({ name }) => name)).toEqual(['mine', 'other'])
  expect(withFilters([...named, other], URL, [], names)).toEqual([other])
})

test('a rule that is switched off, or says more, is none of the filters', () => {
  const rules = withFilters([], URL, filters, names)
  expect(
    filtersOf(
      rules.map((rule) => ({ ...rule, result: { block: true, disabled: true } })),
      URL,
    ),
  ).toEqual([])
  const [keep] = rules
  if (!keep) throw new Error('no rule')
  const more = {
    ...keep,
    condition: [...(keep.condition as never[]), [{ field: 'view', operator: 'eq', value: '0' }]],
  }
  expect(filtersOf([more as Rule], URL)).toEqual([])
})
