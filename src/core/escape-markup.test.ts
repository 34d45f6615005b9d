import { expect, test } from 'vitest'
import { escapeAttribute, escapeMarkup, withoutXmlForbidden } from './escape-markup.ts'

test('a text stands in markup as it is', () => {
  expect(escapeMarkup('a < b & "c" > d')).toBe('a &lt; b &amp; "c" &gt; d')
  expect(escapeAttribute('a < b & "c" > d')).toBe('a &lt; b &amp; &quot;c&quot; &gt; d')
})

test('what XML does not have is left out, and nothing else', () => {
  const codes = Array.from({ length: 0x1_0000 }, (_, code) => code)
  const present = new Set(
    Array.from(withoutXmlForbidden(codes.map((code) => `${String.fromCharCode(code)} `).join(''))),
  )
  const missing = codes.filter((code) => !present.has(String.fromCharCode(code)))
  const controls = codes.filter((code) => code < 0x20 && ![0x09, 0x0a, 0x0d].includes(code))
  const surrogates = codes.filter((code) => code >= 0xd800 && code <= 0xdfff)
  expect(missing).toEqual([...controls, ...surrogates, 0xfffe, 0xffff])
})
