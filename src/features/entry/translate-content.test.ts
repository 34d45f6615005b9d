// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { blockTexts, translateContent, type ContentTranslation } from './translate-content.ts'

const fragment = (html: string): DocumentFragment => {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}
const shown = (html: string, translation: Omit<ContentTranslation, 'language'>): string => {
  const content = fragment(html)
  translateContent(content, { ...translation, language: 'ja' }, fragment)
  const box = document.createElement('div')
  box.append(content)
  return box.innerHTML.replaceAll(' class="entry-translation" lang="ja" dir="auto"', '')
}

const article =
  '<h2>Rivers</h2><p>The <em>river</em> rose. <img src="a.png"></p><pre>code()</pre><ul><li>One<ul><li>Two</li></ul></li></ul>'

test('blocks are those with text of their own, without code', () => {
  expect(blockTexts(fragment(`Loose text<br>on ${article}<p> </p>`))).toEqual([
    'Loose text on',
    'Rivers',
    'The river rose.',
    'One',
    'Two',
  ])
})

test('bilingual: the translation of each block stands below it, and pictures are there once', () => {
  const html =
    '<h2>川</h2><p><em>川</em>が増水した。<img src="a.png"></p><pre>code()</pre><ul><li>一<ul><li>二</li></ul></li></ul>'
  expect(shown(article, { mode: 'bilingual', content: { html } })).toBe(
    '<h2>Rivers <span>川</span></h2>' +
      '<p>The <em>river</em> rose.  <span><em>川</em>が増水した。</span><img src="a.png"></p>' +
      '<pre>code()</pre><ul><li>One <span>一</span><ul><li>Two <span>二</span></li></ul></li></ul>',
  )
})

test('bilingual: a translation with other blocks stands below the whole', () => {
  expect(shown('<p>One</p><p>Two</p>', { mode: 'bilingual', content: { html: '<p>一と二</p>' } })).toBe(
    '<p>One</p><p>Two</p><div><p>一と二</p></div>',
  )
})

test('translation only: the markup of the translation, or the texts in the blocks of the original', () => {
  expect(shown(article, { mode: 'translation-only', content: { html: '<p>川</p>' } })).toBe('<p>川</p>')
  expect(
    shown(article, { mode: 'translation-only', content: { texts: ['川', '川が増水した。', '一', null] } }),
  ).toBe(
    '<h2>川</h2><p>川が増水した。<img src="a.png"></p><pre>code()</pre><ul><li>一<ul><li>Two</li></ul></li></ul>',
  )
})
