import { expect, test } from 'vitest'
import { contextOf, isLongPost, postText } from './post-text.ts'

test('paragraphs, breaks and lists stay lines, markup and scripts go', () => {
  expect(postText('<p>One<br>two</p><p>A <a href="https://example.org">link</a> &amp; more</p>')).toBe(
    'One\ntwo\n\nA link & more',
  )
  expect(postText('<ul><li>a</li><li>b</li></ul><script>alert(1)</script>')).toBe('• a\n• b')
  expect(postText('plain text')).toBe('plain text')
  expect(postText(null)).toBe('')
})

test('a post is long by its letters or its lines', () => {
  expect(isLongPost('short')).toBe(false)
  expect(isLongPost('x'.repeat(500))).toBe(true)
  expect(isLongPost('a\n'.repeat(12))).toBe(true)
})

test('what a post answers or quotes is taken from the feed, other links are not', () => {
  expect(
    contextOf({
      extra: {
        links: [
          { type: 'reply', url: 'https://example.org/1', content_html: '<p>The question</p>' },
          { type: 'other', url: 'https://example.org/2' },
        ],
      },
    }),
  ).toEqual([{ type: 'reply', url: 'https://example.org/1', text: 'The question' }])
})
