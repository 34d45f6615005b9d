import { expect, test } from 'vitest'
import { fileOfText, formatOf, isTooLarge } from './check-file.ts'
import { foldersOf, howMany, withLines } from './line-chooser.tsx'
import { reportLines, reportText } from './report.ts'

const line = (url: string, category: string | null = null) => ({ url, title: url.toUpperCase(), category })
const file = [line('b', 'News'), line('a', 'Art'), line('c'), line('a', 'Art')]

const formats = [
  { extensions: ['.opml', '.xml'], matches: (text: string) => text.startsWith('<') },
  { extensions: ['.txt'], matches: (text: string) => text.startsWith('https:') },
]

test('a file is read by the format of its content, else of its name, below the size of the format', async () => {
  const named = (name: string, text = '') => formatOf(new File([text], name), formats)
  expect(await named('feeds.txt', '<opml/>')).toBe(formats[0])
  expect(await named('feeds.OPML')).toBe(formats[0])
  expect(await named('feeds.txt', 'broken')).toBe(formats[1])
  expect(await named('feeds.json')).toBeUndefined()
  expect(isTooLarge({ size: 499_999 }, { maxBytes: 500_000 })).toBe(false)
  expect(isTooLarge({ size: 500_000 }, { maxBytes: 500_000 })).toBe(true)
})

test('a pasted text is a file of the format that recognises it', async () => {
  const pasted = await fileOfText('https://example.org/feed', formats)
  expect(pasted?.name).toBe('pasted.txt')
  expect(await pasted?.text()).toBe('https://example.org/feed')
  expect(await fileOfText('words', formats)).toBeNull()
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
  const text = {
    imported: 'ok',
    unfetched: 'followed, not fetched',
    followed: 'known',
    failed: 'failed',
    matched: 'in a feed',
    saved: 'a page',
    present: 'there',
    unread: 'not read',
  }
  expect(reportText(lines, text).split('\n')).toEqual([
    'failed\thttps://b\thttps://b\t404',
    'followed, not fetched\tC\thttps://c\tHTTP 500',
    'ok\tA\thttps://a\t',
  ])
})
