import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('markup and entities become words', () => {
  expect(plainText('<p>Fish &amp; <b>chips</b>&#8217;s</p><script>x()</script>')).toBe('Fish & chips ’s')
})

test('an unfinished tag at the cut does not show', () => {
  expect(plainText(`${'word '.repeat(10)}<img src="x`)).toBe('word '.repeat(10).trim())
})

test('nothing stays nothing', () => {
  expect(plainText(null)).toBe('')
})
