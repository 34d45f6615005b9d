import { expect, test } from 'vitest'
import type { SearchHit } from '../../local/calls.ts'
import { oncePerStory } from './once-per-story.ts'

const DAY = 86_400_000
const title = 'The ferryman who kept the river running'
const hit = (id: string, more: Partial<SearchHit> = {}): SearchHit => ({
  id,
  feedId: `feed of ${id}`,
  title,
  publishedAt: 0,
  storyId: null,
  ...more,
})
const shown = (...hits: SearchHit[]) =>
  oncePerStory(hits).map(({ hit: { id }, others }) => `${id} +${others}`)

test('a story of several feeds is one hit, the first of them', () => {
  expect(
    shown(
      hit('a', { storyId: 's' }),
      hit('b', { title: 'Another title of the same address', storyId: 's' }),
      hit('c', { title: 'Something else entirely, in many words' }),
      hit('d', { storyId: 's' }),
    ),
  ).toEqual(['a +2', 'c +0'])
})

test('an entry that only the server has is told by its title, in another feed and within days', () => {
  const near = hit('b')
  expect(shown(hit('a', { storyId: 's' }), near)).toEqual(['a +1'])
  expect(shown(hit('a'), hit('b', { publishedAt: 4 * DAY }))).toEqual(['a +0', 'b +0'])
  expect(shown(hit('a'), hit('b', { feedId: 'feed of a' }))).toEqual(['a +0', 'b +0'])
  expect(shown(hit('a', { title: 'Links' }), hit('b', { title: 'Links' }))).toEqual(['a +0', 'b +0'])
  // Both are known, and they are of different stories.
  expect(shown(hit('a', { storyId: 's' }), hit('b', { storyId: 't' }))).toEqual(['a +0', 'b +0'])
})
