// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { contentSentences } from './content-sentences.ts'

test('all sentences of the content are listed, each once, whatever stands before them', () => {
  const content = document.createElement('div')
  content.innerHTML =
    `<img src="${'a'.repeat(5000)}" alt=""><span class="entry-picture-failed">Picture not loaded.</span><h2>On roses</h2><p>They need <a href="#">water</a>. And sun!</p>` +
    '<ul><li>They need water.</li><li>—</li></ul><pre>let roses = 1. End.</pre>'
  expect(contentSentences(content)).toEqual(['On roses', 'They need water.', 'And sun!'])
})
