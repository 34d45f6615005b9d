import { expect, test } from 'vitest'
import { fileProblem, looksLikeOpml } from './check-file.ts'
import { foldersOf, howMany, withLines } from './choose-lines.ts'
import { reportLines, reportText } from './report.ts'

const line = (url: string, category: string | null = null) => ({ url, title: url.toUpperCase(), category })
const file = [line('b', 'News'), line('a', 'Art'), line('c'), line('a', 'Art')]

test('a file is taken only by the name and the size that the server takes', () => {
  expect(fileProblem({ name: 'feeds.OPML', size: 10 })).toBeNull()
  expect(fileProblem({ name: 'feeds.xml', size: 500_000 })).toBe('size')
  expect(fileProblem({ name: 'feeds.json', size: 10 })).toBe('name')
})

test('pasted OPML is recognised', () => {
  expect(looksLikeOpml('<?xml version="1.0"?>\n<opml version="2.0"><body/></opml>')).toBe(true)
  expect(looksLikeOpml('https://example.org/feed')).toBe(false)
})

test('a feed that is in a file twice is offered once, folders by name and the unfiled ones last', () => {
  expect(foldersOf(file).map(({ name, lines }) => [name, lines.length])).toEqual([
    ['Art', 1],
    ['News', 1],
    [null, 1],
  ])
})

test('the filter looks at titles and addresses', () => {
  expect(foldersOf(file, 'C').flatMap(({ lines }) => lines.map(({ url }) => url))).toEqual(['c'])
})

test('a whole folder is taken and left at once, others keep their choice', () => {
  const chosen = withLines(new Set(['c']), [line('a'), line('b')], true)
  expect(howMany([line('a'), line('b')], chosen)).toBe('all')
  expect(howMany(file, withLines(chosen, [line('a')], false))).toBe('some')
  expect(withLines(chosen, [line('a'), line('b')], false)).toEqual(new Set(['c']))
})

test('the report begins with what failed and why, and can be copied as text', () => {
  const lines = reportLines({
    successfulItems: [{ url: 'https://a', title: 'A' }],
    conflictItems: [],
    parsedErrorItems: [
      { url: 'https://c', id: '7', title: 'C', reason: 'HTTP 500' },
      { url: 'https://b', title: null, reason: '404' },
    ],
  })
  const text = { imported: 'ok', unfetched: 'followed, not fetched', followed: 'known', failed: 'failed' }
  expect(reportText(lines, text).split('\n')).toEqual([
    'failed\thttps://b\thttps://b\t404',
    'followed, not fetched\tC\thttps://c\tHTTP 500',
    'ok\tA\thttps://a\t',
  ])
})
