import { expect, test } from 'vitest'
import { nextPage } from './read-article.ts'

const FIRST = 'https://news.example/2024/story.html'
const next = (href: string, first = FIRST, page = 1) =>
  nextPage(
    `<head><link rel="prev" href="/"></head><a rel="nofollow next" href="${href}">2</a>`,
    first,
    first,
    page,
  )

test.each([
  ['?page=2', `${FIRST}?page=2`],
  ['/2024/story-2.html', 'https://news.example/2024/story-2.html'],
  ['story_02.html#top', 'https://news.example/2024/story_02.html'],
  ['story/2/', 'https://news.example/2024/story/2/'],
  ['story/page/2', 'https://news.example/2024/story/page/2'],
  ['/2024/story,seite-2.html', null],
])('page two of an article may stand at %s', (href, expected) => {
  expect(next(href)).toBe(expected)
})

test.each([
  ['the next article', '/2024/another-story.html'],
  ['the next article with a like name', '/2024/story-of-another.html'],
  ['the next article with a number', '/2024/other-2.html'],
  ['another site', 'https://other.example/2024/story-2.html'],
  ['a page too far', '?page=3'],
  ['the same page', '?page=1'],
  ['no address', 'javascript:void(0)'],
])('%s is no page of it', (_, href) => {
  expect(next(href)).toBeNull()
})

test('later pages count from the first one', () => {
  expect(nextPage('<a rel=next href="?page=3">', `${FIRST}?page=2`, FIRST, 2)).toBe(`${FIRST}?page=3`)
  expect(nextPage('<a rel=next href="?page=2">', `${FIRST}?page=2`, FIRST, 2)).toBeNull()
})

test('an article identified by its query keeps the query', () => {
  expect(next('?id=7&page=2', 'https://news.example/show?id=7')).toBe('https://news.example/show?id=7&page=2')
  expect(next('?id=8&page=2', 'https://news.example/show?id=7')).toBeNull()
})
