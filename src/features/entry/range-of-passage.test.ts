// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { contentBlocks } from './content-blocks.ts'
import { rangeOfPassage } from './highlighted-passage.tsx'

const html = `<h2>One  heading</h2><p>First <em>sentence</em>.
  Second one.<br>Third one.</p><pre>code</pre><ul><li>A <a href="#">link</a> here.</li></ul>`

beforeEach(() => {
  document.body.innerHTML = `<div id="content">${html}</div>`
})
const content = () => document.getElementById('content') as Element

test('a passage is found by its block and place, whatever elements it goes through', () => {
  const blocks = contentBlocks(html)
  expect(blocks).toEqual(['One heading', 'First sentence. Second one. Third one.', 'A link here.'])
  for (const [block, from, text] of [
    [0, 0, 'One heading'],
    [1, 0, 'First sentence.'],
    [1, 16, 'Second one.'],
    [1, 28, 'Third one.'],
    [2, 0, 'A link here.'],
  ] as const)
    expect(rangeOfPassage(content(), { block, from, text })?.toString().replaceAll(/\s+/g, ' ')).toBe(text)
})

test('a translation below the text does not move it; another text has no passage', () => {
  content().querySelector('li')?.insertAdjacentHTML('afterbegin', '<span class="entry-translation">x</span>')
  expect(rangeOfPassage(content(), { block: 2, from: 0, text: 'A link here.' })?.toString()).toBe(
    'A link here.',
  )
  expect(rangeOfPassage(content(), { block: 1, from: 0, text: 'A link here.' })).toBeNull()
  expect(rangeOfPassage(content(), { block: 9, from: 0, text: 'A link here.' })).toBeNull()
})
