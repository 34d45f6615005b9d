import { expect, test } from 'vitest'
import { highlightsMarkdown, type HighlightOfDocument } from './highlights-markdown.ts'

const highlight = (more: Partial<HighlightOfDocument> = {}): HighlightOfDocument => ({
  entryId: 'e1',
  quote: { exact: 'A cloud is water.' },
  note: null,
  createdAt: 1,
  entry: {
    title: 'On [clouds]',
    url: 'https://a.example/x?y=(1)&z=%20',
    author: 'Ada',
    publishedAt: Date.UTC(2026, 0, 2),
    feedTitle: 'Weather',
  },
  ...more,
})

test('highlights stand below their entry with its address and date, the oldest first', () => {
  const other = { ...highlight().entry, title: null, url: null, author: null, feedTitle: null }
  expect(
    highlightsMarkdown([
      highlight({ createdAt: 3, quote: null, note: 'About **all** of it.' }),
      highlight({ createdAt: 2, note: 'See [this](https://b.example).' }),
      highlight({ entryId: 'e2', entry: { ...other, title: 'Alone' } }),
    ]),
  ).toBe(`## [On \\[clouds\\]](<https://a.example/x?y=(1)&z=%20>)

Weather · Ada · 2026-01-02

> A cloud is water.

See [this](https://b.example).

About **all** of it.

## Alone

2026-01-02

> A cloud is water.
`)
})

test('a quotation means nothing in Markdown, whatever its characters', () => {
  const text = highlightsMarkdown([highlight({ quote: { exact: '# not *a* heading\n- <b>x</b>\n1. one' } })])
  expect(text).toContain('> # not'.replace('#', '\\#'))
  expect(text).toContain('\\*a\\* heading\n> \\- \\<b\\>x\\</b\\>\n> \\1. one')
})
