import { describe, expect, test } from 'vitest'
import { SILENT_TAGS } from '../parse/lenient.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import { htmlOfText, plainText, plainTitle } from './text.ts'

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

describe('titles', () => {
  test.each([
    ['Browser 23 without <blink>', 'Browser 23 without <blink>'],
    ['How to use the <img> tag', 'How to use the <img> tag'],
    ['Why <title> is short', 'Why <title> is short'],
    ['The <script> element and the <style> element', 'The <script> element and the <style> element'],
    ['Using <my-element> and List<T>', 'Using <my-element> and List<T>'],
    ['Leave out </p> and </body>', 'Leave out </p> and </body>'],
    ['A <b>bold</b> word<br>and a line', 'A bold word and a line'],
    ['<p>Cut out', 'Cut out'],
    ['With <img src="a.png"> a picture', 'With a picture'],
    ['<span>1 &lt; 2 &amp; <i>3</i></span>', '1 < 2 & 3'],
  ])('a tag that nothing ends is a word: %s', (title, text) => {
    expect(plainTitle(title)).toBe(text)
  })
})

describe('plain text as HTML', () => {
  test('lines with columns stay aligned', () => {
    expect(htmlOfText('Name      Size\n  alpha     10\n  beta       2\n\nEnd')).toBe(
      '<pre>Name      Size\n  alpha     10\n  beta       2</pre><p>End</p>',
    )
    expect(htmlOfText('a\tb\r\nc\td')).toBe('<pre>a\tb\nc\td</pre>')
  })

  test('other lines do not', () => {
    expect(htmlOfText('  One sentence.  Another one.\nAnd one more.  It ends.\n\n one  two')).toBe(
      '<p>One sentence.  Another one.<br>And one more.  It ends.</p><p>one  two</p>',
    )
  })
})

test('an emoji that was written in halves is whole', () => {
  expect(plainText('&#55357;&#56832; hello')).toBe('😀 hello')
})
