import { expect, test } from 'vitest'
import { isEntryBehindList, visiblePanes, visibleWithPage, type Circumstances } from './visible-panes.ts'

const usual: Circumstances = {
  layout: { subscriptionColumn: true, wide: false, zen: false },
  pane: 'timeline',
  view: 0,
  entryOpen: true,
  width: 1440,
}
const shown = (changes: Partial<Circumstances>) => [...visiblePanes({ ...usual, ...changes })]

test('a wide window shows all three', () => {
  expect(shown({})).toEqual(['subscription-list', 'timeline', 'entry-render'])
})

test('a tablet shows two: the list beside whatever is in use', () => {
  expect(shown({ width: 900 })).toEqual(['timeline', 'entry-render'])
  expect(shown({ width: 900, pane: 'subscription-list' })).toEqual(['subscription-list', 'timeline'])
})

test('a phone shows the pane with the keyboard alone', () => {
  for (const pane of ['subscription-list', 'timeline', 'entry-render'] as const)
    expect(shown({ width: 390, pane })).toEqual([pane])
})

test('a hidden column is shown when it gets the focus', () => {
  const layout = { subscriptionColumn: false, wide: false, zen: false }
  expect(shown({ layout })).toEqual(['timeline', 'entry-render'])
  expect(shown({ layout, pane: 'subscription-list' })).toContain('subscription-list')
})

test('pictures take the width until one is opened', () => {
  expect(shown({ view: 2 })).toEqual(['subscription-list', 'timeline'])
  expect(shown({ view: 2, pane: 'entry-render' })).toEqual(['subscription-list', 'entry-render'])
})

test('an open entry is behind the list in views of full width, in the wide layout and on a phone', () => {
  const article = { view: 0, entryId: '1' } as const
  const picture = { view: 2, entryId: '1' } as const
  expect(isEntryBehindList(article, usual)).toBe(false)
  expect(isEntryBehindList(picture, usual)).toBe(true)
  expect(isEntryBehindList({ ...picture, entryId: null }, usual)).toBe(false)
  expect(isEntryBehindList(article, { ...usual, layout: { ...usual.layout, wide: true } })).toBe(true)
  expect(isEntryBehindList(article, { ...usual, width: 390 })).toBe(true)
  // Zen shows the open entry whatever has the focus.
  expect(isEntryBehindList(picture, { ...usual, layout: { ...usual.layout, zen: true } })).toBe(false)
})

test('zen leaves the entry alone, or the list when none is open', () => {
  const layout = { subscriptionColumn: true, wide: false, zen: true }
  expect(shown({ layout })).toEqual(['entry-render'])
  expect(shown({ layout, entryOpen: false })).toEqual(['timeline'])
})

test('the subscriptions stand beside a page, and on a phone in its place while they have the focus', () => {
  const { layout } = usual
  const hidden = { ...layout, subscriptionColumn: false }
  const zen = { ...layout, zen: true }
  const beside = { column: true, page: true }
  const alone = { column: false, page: true }
  expect(visibleWithPage({ layout, isColumnFocused: false, width: 1440 })).toEqual(beside)
  expect(visibleWithPage({ layout, isColumnFocused: false, width: 820 })).toEqual(beside)
  for (const other of [hidden, zen]) {
    expect(visibleWithPage({ layout: other, isColumnFocused: false, width: 1440 })).toEqual(alone)
    expect(visibleWithPage({ layout: other, isColumnFocused: true, width: 1440 })).toEqual(beside)
  }
  expect(visibleWithPage({ layout, isColumnFocused: false, width: 390 })).toEqual(alone)
  expect(visibleWithPage({ layout, isColumnFocused: true, width: 390 })).toEqual({
    column: true,
    page: false,
  })
})
