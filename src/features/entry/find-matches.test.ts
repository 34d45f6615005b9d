// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { findMatches, MAX_MATCHES } from './find-matches.ts'

const found = (html: string, query: string) => {
  const box = document.createElement('article')
  box.innerHTML = html
  return findMatches(box, query).map(String)
}

test('capitals do not matter, and a match goes over the borders of inline elements', () => {
  expect(found('<p>A lan<b>tern</b> and LANTERN</p>', 'lantern')).toEqual(['lantern', 'LANTERN'])
})

test('no match goes over the end of a paragraph', () => {
  expect(found('<p>lan</p><p>tern</p>', 'lantern')).toEqual([])
})

test('what is hidden is not found', () => {
  expect(found('<h1 hidden>lantern</h1><p>A lantern</p>', 'lantern')).toEqual(['lantern'])
})

test('a letter that is longer in lower case moves no match', () => {
  expect(found('<p>İstanbul, then the lantern</p>', 'lantern')).toEqual(['lantern'])
})

test('blank queries match nothing, and matches are bounded', () => {
  expect(found('<p>a b</p>', ' ')).toEqual([])
  expect(found(`<p>${'a '.repeat(3000)}</p>`, 'a')).toHaveLength(MAX_MATCHES)
})
