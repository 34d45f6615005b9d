import { describe, expect, test } from 'vitest'
import { SILENT_TAGS } from '../parse/silent-tags.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import { plainText } from './text.ts'

describe('elements whose text is not for reading', () => {
  test.each([...SILENT_TAGS].filter((name) => name !== 'plaintext'))(
    'what stands in <%s> is neither content nor text',
    (name) => {
      const html = `<p>before</p><${name}>&lt;form&gt; hidden</${name}><p>after</p>`
      expect(plainText(html)).toBe('before after')
      // Mathematics stays unchanged.
      if (name !== 'math') expect(sanitise(html, null).html).not.toContain('hidden')
    },
  )

  test.each([
    ['The <select> element', 'The element'],
    ['Why <title> is short', 'Why is short'],
    ['A <textarea> that grows', 'A that grows'],
    ['Use <script> with care', 'Use'],
    ['<select><option>one</option></select> is left', 'is left'],
  ])('one that never ends was only mentioned: %s', (html, text) => {
    expect(plainText(html)).toBe(text)
  })
})
