// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { markFootnotes, NOTE_REFERENCE, noteOf, targetOf } from './footnotes.ts'

const contentOf = (html: string) => {
  const box = document.createElement('div')
  box.innerHTML = html
  markFootnotes(box)
  return box
}
const post = `<h2 id="end">End</h2><p>One<sup><a href="#fn1">1</a></sup>, two <a href="#fn2">[2]</a>,
<a href="#notes">see the notes</a>.</p><h2 id="notes">Notes</h2>
<ol><li id="fn1">First <em id="x">note</em>. <a href="#ref1">↩</a></li><li><a name="fn2"></a>Second</li></ol><p><a href="#end">3</a></p>`

test('short links to a place further down are references to notes', () => {
  const marked = [...contentOf(post).querySelectorAll(`[${NOTE_REFERENCE}]`)]
  expect(marked.map((link) => link.textContent)).toEqual(['1', '[2]'])
})

test('a note is its text without the way back and without ids', () => {
  const box = contentOf(post)
  const [first, second] = box.querySelectorAll(`[${NOTE_REFERENCE}]`)
  const note = document.createElement('div')
  note.append(noteOf(box, first as Element) as DocumentFragment)
  expect(note.innerHTML.trim()).toBe('First <em>note</em>.')
  expect(noteOf(box, second as Element)?.textContent).toBe('Second')
  expect(targetOf(box, first as Element)?.localName).toBe('li')
})
