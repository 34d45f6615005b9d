import { expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import { snippetOf } from './snippet.ts'

const snippet = (html: string, query: string) => {
  const parsed = parseQuery(query)
  if (!parsed.ok) throw new Error(parsed.error.code)
  const found = snippetOf(html, parsed.ast)
  return found && { ...found, words: found.ranges.map(([from, to]) => found.text.slice(from, to)) }
}

test('a snippet begins at a word before the first of the words, and says where they are', () => {
  const html = `<p>${'Long before. '.repeat(20)}The <b>Pendulum</b> swings &amp; the clock ticks.</p>`
  const found = snippet(html, 'clock pendulum -late')
  expect(found?.text).toMatch(/^…(Long )?before\. .*The Pendulum swings & the clock ticks\.$/)
  expect(found?.words).toEqual(['Pendulum', 'clock'])
})

test('the beginning of a text has no ellipsis, and a long text is cut', () => {
  const found = snippet(`Pendulum ${'tick '.repeat(100)}`, 'pendulum')
  expect(found?.text.startsWith('Pendulum tick')).toBe(true)
  expect(found?.text.length).toBe(160)
  expect(snippet('日本の記事がここにあります', '記事')?.words).toEqual(['記事'])
})

test('words that overlap are marked once', () => {
  expect(snippet('pendulums', 'pendulum pend')?.words).toEqual(['pendulum'])
})

test('there is none where the text does not say it', () => {
  expect(snippet('A clock.', 'pendulum')).toBeNull()
  expect(snippet('A clock.', 'is:unread')).toBeNull()
  expect(snippet('A clock.', '-clock')).toBeNull()
  expect(snippet('A clock.', 'title:clock')).toBeNull()
  expect(snippet('İstanbul', 'stan')).toBeNull()
})
