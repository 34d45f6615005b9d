import { expect, test } from 'vitest'
import { quotation } from './selected-text-bar.tsx'

const url = 'https://a.example/one?x=(1)'

test.each([
  ['one line', 'A text.', { title: 'One', url }, `> A text.\n\n[One](<${url}>)`],
  ['lines and a gap', 'A\n\nB', { title: 'One', url: null }, '> A\n>\n> B\n\nOne'],
  ['a title with brackets', 'A', { title: '[a] b', url }, `> A\n\n[\\[a\\] b](<${url}>)`],
  ['no title', 'A', { title: null, url }, `> A\n\n[${url}](<${url}>)`],
  ['no source', 'A', { title: null, url: null }, '> A'],
])('a quotation of %s', (_, text, entry, markdown) => {
  expect(quotation(text, entry)).toBe(markdown)
})
