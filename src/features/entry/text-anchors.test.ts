// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { anchorOfRange, anchorOfText, anchorText, rangeOfAnchor } from './text-anchors.ts'

const HTML = `<h2>On clouds</h2><p>A cloud is <em>water</em> in the
  air. A cloud is seldom still.</p><ul><li>A cloud is white.</li></ul>`
const show = (html: string) => {
  document.body.innerHTML = `<div id="content">${html}</div>`
}
beforeEach(() => show(HTML))
const content = (withTranslations = false) =>
  anchorText(document.getElementById('content') as Element, withTranslations)
const textOf = (range: Range | null) => range?.toString().replaceAll(/\s+/g, ' ')

function select(from: readonly [string, number], to: readonly [string, number]): Range {
  const nodeOf = (words: string): Text => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (walker.currentNode.textContent?.includes(words)) return walker.currentNode as Text
    throw new Error(`nothing has ${words}`)
  }
  const range = document.createRange()
  range.setStart(nodeOf(from[0]), from[1])
  range.setEnd(nodeOf(to[0]), to[1])
  return range
}

test('a selection over elements and line breaks is quoted as one text, and found again', () => {
  const range = select(['A cloud is ', 8], ['air. A cloud', 14])
  const anchor = anchorOfRange(content(), range)
  expect(anchor?.quote).toEqual({
    exact: 'is water in the air.',
    prefix: 'On clouds A cloud ',
    suffix: ' A cloud is seldom still. A clou',
  })
  expect(textOf(anchor && rangeOfAnchor(content(), anchor))).toBe('is water in the air.')
})

test('a selection over paragraphs has a space between them', () => {
  const anchor = anchorOfRange(content(), select(['On clouds', 3], ['A cloud is ', 7]))
  expect(anchor?.quote.exact).toBe('clouds A cloud')
})

test('of equal texts the one with the same surroundings is found, whatever its markup and position', () => {
  const [third] = [anchorOfRange(content(), select(['A cloud is white', 0], ['A cloud is white', 10]))]
  expect(third?.quote.exact).toBe('A cloud is')
  show(
    `<p>A new first paragraph: A cloud is here.</p>${HTML.replace('<ul><li>', '<div><b>').replace('</li></ul>', '</b></div>')}`,
  )
  const range = third && rangeOfAnchor(content(), third)
  expect(range?.startContainer.parentElement?.localName).toBe('b')
})

test('where surroundings say nothing, the position decides', () => {
  show('<p>echo echo echo</p>')
  const position = { start: 5, end: 9 }
  const range = rangeOfAnchor(content(), { quote: { exact: 'echo', prefix: '', suffix: '' }, position })
  expect(range?.startOffset).toBe(5)
})

test('another case and other quotation marks are the same text; another text is not found', () => {
  show('<p>He said: “It’s Fine” – twice</p>')
  const find = (exact: string) =>
    rangeOfAnchor(content(), { quote: { exact, prefix: '', suffix: '' }, position: null })
  expect(find('"it\'s fine" - twice')?.toString()).toBe('“It’s Fine” – twice')
  expect(find('it is fine')).toBeNull()
  expect(find(' ')).toBeNull()
})

test('translations below the text do not move it, and can be quoted themselves', () => {
  const anchor = anchorOfText(content(), 'in the air. A cloud')
  document
    .querySelector('em')
    ?.insertAdjacentHTML('afterend', '<span class="entry-translation">Wasser</span>')
  expect(textOf(anchor && rangeOfAnchor(content(), anchor))).toBe('Wasser in the air. A cloud'.slice(7))
  expect(anchorOfText(content(), 'Wasser')).toBeNull()
  expect(anchorOfText(content(true), 'Wasser')?.quote.exact).toBe('Wasser')
})

test('a range outside the content, and one of spaces, has no quotation', () => {
  document.body.insertAdjacentHTML('beforeend', '<p>outside</p>')
  expect(anchorOfRange(content(), select(['outside', 0], ['outside', 4]))).toBeNull()
  expect(anchorOfText(content(), '  ')).toBeNull()
})
