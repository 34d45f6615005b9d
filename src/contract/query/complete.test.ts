import { expect, test } from 'vitest'
import { completeQuery, highlightQuery } from './complete.ts'

const context = {
  feeds: ['Rust Blog', 'The Verge', 'Rustacean'],
  folders: ['News', 'World News'],
  tags: ['tech', 'tech/rust'],
  lists: [],
  inboxes: ['daily'],
  labels: [],
  languages: ['en', 'ja'],
  days: ['2026-01-31', '2026-01-30'],
}
const texts = (query: string, caret = query.length) =>
  completeQuery(query, caret, context).items.map(({ text }) => text)

test('fields complete from their beginning, names from any part of them', () => {
  expect(texts('a ti')).toEqual(['title:', 'time:'])
  expect(texts('feed:rus')).toEqual(['"Rust Blog"', 'Rustacean'])
  expect(texts('feed:"rust b')).toEqual(['"Rust Blog"'])
  expect(texts('tag:ru')).toEqual(['tech/rust'])
  expect(texts('in:news')).toEqual(['News', '"World News"'])
  expect(texts('(is:')).toEqual(['read', 'unread', 'starred', 'rare'])
  expect(texts('older:3')).toEqual(['3d'])
  expect(texts('-before:2026')).toEqual(['2026-01-31', '2026-01-30'])
  expect(texts('limit:5')).toEqual(['50', '500'])
  expect(texts('')).toContain('feed:')
  expect(texts('"quoted')).toEqual([])
})

test('a completion replaces the value that the caret is in', () => {
  expect(completeQuery('in:wor x', 5, context)).toMatchObject({ from: 3, to: 6 })
  expect(completeQuery('feed:"rust b', 12, context)).toMatchObject({ from: 5, to: 12 })
})

test('parts of a query are told apart for highlighting', () => {
  expect(highlightQuery('-is:read (a OR nope:b)')).toEqual([
    { start: 0, end: 1, kind: 'operator' },
    { start: 1, end: 4, kind: 'field' },
    { start: 4, end: 8, kind: 'value' },
    { start: 9, end: 10, kind: 'operator' },
    { start: 10, end: 11, kind: 'text' },
    { start: 12, end: 14, kind: 'operator' },
    { start: 15, end: 21, kind: 'error' },
    { start: 21, end: 22, kind: 'operator' },
  ])
})
