import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import type { TextPoint, TextRange } from '../../plugin-api/server.ts'
import { textRanges } from './text-ranges.ts'

const quote = (exact: string, prefix = '', suffix = '') => ({ exact, prefix, suffix })

type Element = {
  readonly localName: string
  readonly textContent: string | null
  readonly children: Iterable<Element>
}

/** The element of a path, step by step, as an XPath processor finds it. */
function elementAt(html: string, path: string): Element {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  let element: Element = document.body
  for (const step of path === '' ? [] : path.split('/')) {
    const [, name = '', number = ''] = /^([\w-]+)\[(\d+)\]$/.exec(step) ?? []
    const named: Element[] = [...element.children].filter((child) => child.localName === name)
    element = named[Number(number) - 1]!
  }
  return element
}
/** The text between two points in one element, or from one element to another below the same one. */
function textBetween(html: string, range: TextRange | null | undefined): string | null {
  if (!range) return null
  const before = ({ path, offset }: TextPoint) => elementAt(html, path).textContent!.slice(0, offset)
  const after = ({ path, offset }: TextPoint) => elementAt(html, path).textContent!.slice(offset)
  const { start, end } = range
  if (start.path === end.path) return before(end).slice(start.offset)
  return `${after(start)} … ${before(end)}`
}
const found = (html: string, ...quotes: ReturnType<typeof quote>[]) => {
  const ranges = textRanges({ html, quotes })
  return quotes.map((_, at) => [
    ranges[at]?.start.path ?? null,
    ranges[at]?.end.path ?? null,
    textBetween(html, ranges[at]),
  ])
}

test.each([
  ['in a paragraph', '<p>One two three</p>', 'two', ['p[1]', 'p[1]', 'two']],
  ['in the second of its name', '<p>One</p><div></div><p>Two</p>', 'Two', ['p[2]', 'p[2]', 'Two']],
  [
    'in nested elements',
    '<section><p>A <em>big story</em>.</p></section>',
    'big',
    ['section[1]/p[1]/em[1]', 'section[1]/p[1]/em[1]', 'big'],
  ],
  [
    'behind a nested element',
    '<p>A <em>big</em> story &amp; more</p>',
    'story & more',
    ['p[1]', 'p[1]', 'story & more'],
  ],
  [
    'across elements',
    '<p>A <em>big</em> story</p>',
    'big story',
    ['p[1]/em[1]', 'p[1]', 'big … A big story'],
  ],
  [
    'across paragraphs, whatever the spaces',
    '<p>One  two</p>\n<p>three</p>',
    'two three',
    ['p[1]', 'p[2]', 'two … three'],
  ],
  [
    'in a table without a body',
    '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
    'b',
    ['table[1]/tbody[1]/tr[2]/td[1]', 'table[1]/tbody[1]/tr[2]/td[1]', 'b'],
  ],
  ['with other quotation marks', '<p>He said “no”</p>', 'said "no"', ['p[1]', 'p[1]', 'said “no”']],
  ['in text alone', 'One two', 'two', ['', '', 'two']],
] as const)('a quotation is found %s', (_, html, exact, expected) => {
  const withBody = html.replace('<table>', '<table><tbody>').replace('</table>', '</tbody></table>')
  const [range] = textRanges({ html, quotes: [quote(exact)] })
  expect([range?.start.path, range?.end.path, textBetween(withBody, range)]).toEqual(expected)
})

test('of several places the one whose surroundings fit best', () => {
  const html = '<p>tea and cake</p><p>coffee and milk</p><p>tea and milk</p>'
  expect(found(html, quote('and', 'tea ', ' milk'), quote('and', 'coffee ', ' milk'), quote('and'))).toEqual([
    ['p[3]', 'p[3]', 'and'],
    ['p[2]', 'p[2]', 'and'],
    ['p[1]', 'p[1]', 'and'],
  ])
})

test('what is not there has no range', () => {
  expect(textRanges({ html: '<p>One</p>', quotes: [quote('Two'), quote(' '), quote('One')] })).toMatchObject([
    null,
    null,
    {},
  ])
})

test('marks of the service are no elements of a path, and do not count', () => {
  const html = '<p>One <x-mark>two</x-mark> three</p><x-mark></x-mark><p>four</p>'
  const quotes = [quote('two three'), quote('four')]
  expect(textRanges({ html, quotes, transparent: 'x-mark' })).toMatchObject([
    { start: { path: 'p[1]', offset: 4 }, end: { path: 'p[1]', offset: 13 } },
    { start: { path: 'p[2]', offset: 0 }, end: { path: 'p[2]', offset: 4 } },
  ])
})

test('offsets are counted in UTF-16 code units and in characters; a line end after <pre> is none', () => {
  expect(textRanges({ html: '<pre>\n😀 code</pre>', quotes: [quote('code')] })).toEqual([
    {
      start: { path: 'pre[1]', offset: 3, characters: 2 },
      end: { path: 'pre[1]', offset: 7, characters: 6 },
    },
  ])
})

test('a page of nested elements that are never closed is read in time', () => {
  const html = `${'<div>'.repeat(20_000)}deep`
  expect(textRanges({ html, quotes: [quote('deep')] })).toMatchObject([{ end: { offset: 4 } }])
})
