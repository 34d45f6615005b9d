import { expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import { beginningOf, snippetOf } from './snippet.ts'

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

test('a passage is longer on both sides of the first word', () => {
  const html = `<p>${'Long before. '.repeat(40)}Pendulum ${'tick '.repeat(400)}</p>`
  const parsed = parseQuery('pendulum')
  const found = parsed.ok ? snippetOf(html, parsed.ast, 'passage') : null
  expect(found?.ranges[0]?.[0]).toBeGreaterThan(150)
  expect(found?.text.length).toBe('…'.length + 900)
})

test('where nothing is looked for, a passage is the beginning of the text', () => {
  expect(beginningOf('<p>Fish &amp; chips</p><p>Tea</p>', 'passage')).toEqual({
    text: 'Fish & chips Tea',
    ranges: [],
  })
  expect(beginningOf('word '.repeat(400), 'passage')?.text.length).toBe(900)
  expect(beginningOf('<img src="a.png">', 'passage')).toBeNull()
})
