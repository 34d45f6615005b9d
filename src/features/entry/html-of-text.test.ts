import { expect, test } from 'vitest'
import { htmlOfText } from './html-of-text.ts'

test('a description that spells markup is text', () => {
  expect(htmlOfText('<form action="/x">&amp; a < b')).toBe(
    '<p>&lt;form action="/x"&gt;&amp;amp; a &lt; b</p>',
  )
})
