import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, match, searchable } from './match.ts'

const results = (text: string, query: string) => match(searchable(text), fold(query))
const score = (text: string, query: string) => results(text, query)?.score ?? 0
const bold = (text: string, query: string) =>
  results(text, query)?.ranges.map(([from, to]) => text.slice(from, to))

test('initials find a command and are shown', () => {
  expect(bold('Mark all as read', 'mar r')?.at(-1)).toBe('r')
  expect(bold('Mark all as read', 'mall')).toEqual(['M', 'all'])
})

test('a run of letters beats scattered letters', () => {
  expect(score('Mark all as read', 'mark')).toBeGreaterThan(score('My archive keeps', 'mark'))
  expect(bold('Mark all as read', 'all')).toEqual(['all'])
})

test('the start of a word beats its middle', () => {
  expect(score('Next entry', 'en')).toBeGreaterThan(score('Open', 'en'))
})

test('a finished word beats an unfinished one', () => {
  expect(score('Star', 'star')).toBeGreaterThan(score('Start over', 'star'))
})

test('words may come in any order', () => {
  expect(bold('Mark all as read', 'read mark')).toEqual(['Mark', 'read'])
  expect(score('Mark all as read', 'mark read')).toBeGreaterThan(score('Mark all as read', 'read mark'))
})

test('accents and case do not matter', () => {
  expect(bold('Café Überblick', 'cafe uber')).toEqual(['Café Über'])
})

test('Chinese letters count as beginnings', () => {
  expect(score('标记全部为已读', '全部')).toBeGreaterThan(0.5)
})

test('a text without the letters of the query does not match', () => {
  expect(results('Star', 'stat')).toBeNull()
  expect(results('', 'a')).toBeNull()
})

test('whatever is typed, ranges spell letters of the query and lie inside the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 8 }), (text, query) => {
      const hit = results(text, query)
      if (!hit) return
      expect(hit.score).toBeGreaterThan(0)
      expect(hit.score).toBeLessThanOrEqual(1)
      let end = -1
      for (const [from, to] of hit.ranges) {
        expect(from).toBeGreaterThan(end)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(text.length)
        end = to
      }
    }),
    { numRuns: 300 },
  )
})

test('every text is found by itself', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20 }), (text) => {
      expect(results(text, text)).not.toBeNull()
    }),
    { numRuns: 300 },
  )
})

const quality = (text: string, query: string) => results(text, query)?.quality

test('letters of a Japanese or Chinese query name a text by parts of it, not one by one', () => {
  expect(quality('すべてを既読にする', 'すべて既読')).toBe('words')
  expect(quality('すべてを既読にする', 'すをにる')).toBe('scattered')
  expect(quality('スクロールした記事を既読にする', 'すを')).toBe('scattered')
  expect(quality('标记全部为已读', '全部已读')).toBe('words')
  expect(quality('标记全部为已读', '标读')).toBe('letters')
})
