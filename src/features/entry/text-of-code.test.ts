// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { textOfCode } from './text-of-code.ts'

const textOf = (html: string) => {
  const block = document.createElement('pre')
  block.innerHTML = html
  return [textOfCode(block), block.innerHTML === html]
}

test.each([
  ['let a = 1\nlet b = 2', 'let a = 1\nlet b = 2'],
  ['let a = 1<br>let b = 2<br><br>let c', 'let a = 1\nlet b = 2\n\nlet c'],
  ['<code><div>one</div><div>two</div></code>', 'one\ntwo\n'],
  ['<code><div>one\n</div><div>two\n</div></code>', 'one\ntwo\n'],
  ['<div><div>one</div><div>two</div></div>', 'one\ntwo\n'],
  ['<span>one</span>\n<span>two</span>', 'one\ntwo'],
])('%j has its line ends, and stays as it is', (html, text) => {
  expect(textOf(html)).toEqual([text, true])
})
