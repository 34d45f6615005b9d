import { expect, test } from 'vitest'
import { collapseStories, reversedStories, storiesIn } from './collapse-stories.ts'
import { idsIn } from './ids.ts'
import { reversed, toTimelineIds } from './merge.ts'

const START = 1_800_000_000_000
/** Entries 9 to 1, newest first; 8, 5 and 2 are one story, 7 and 4 another. */
const ids = ['9', '8', '7', '6', '5', '4', '3', '2', '1']
const timeOf = (id: string) => START + Number(id) * 1000
const list = toTimelineIds({ ids, times: ids.map(timeOf) })
const entries = (storyId: string, members: readonly string[]) =>
  members.map((id) => ({ id, storyId, feedId: `f${id}`, publishedAt: timeOf(id) }))
const known = new Map(
  [...entries('A', ['2', '5', '8']), ...entries('B', ['7', '4']), ...entries('C', ['1', '77'])].map(
    (entry) => [entry.id, entry],
  ),
)
const none: ReadonlySet<string> = new Set()
const rowsOf = (open: readonly string[], separated = none) =>
  idsIn(collapseStories(list, storiesIn(list, known, separated), ({ id }) => open.includes(id)).ids)

test('the first listed entry stands for those of its story; an open story shows the others below it', () => {
  expect(rowsOf([])).toEqual(['9', '8', '7', '6', '3', '1'])
  expect(rowsOf(['A'])).toEqual(['9', '8', '5', '2', '7', '6', '3', '1'])
  expect(rowsOf(['A', 'B'])).toEqual(['9', '8', '5', '2', '7', '4', '6', '3', '1'])
  const { times } = collapseStories(list, storiesIn(list, known, none), ({ id }) => id === 'A')
  expect([...times].slice(1, 4)).toEqual([timeOf('8'), timeOf('8'), timeOf('8')])
})

test('separated entries have rows of their own, and one listed entry is no story', () => {
  expect(rowsOf([], new Set(['8', '5', '2']))).toEqual(['9', '8', '7', '6', '5', '3', '2', '1'])
  expect(rowsOf([], new Set(['8']))).toEqual(['9', '8', '7', '6', '5', '3', '1'])
  expect(storiesIn(list, known, none).map(({ id }) => id)).toEqual(['A', 'B'])
  expect(collapseStories(list, [], () => true)).toBe(list)
})

test('with the oldest first the oldest entry stands for the story', () => {
  const stories = reversedStories(storiesIn(list, known, none), ids.length)
  expect(stories[0]?.entries.map(({ id }) => id)).toEqual(['2', '5', '8'])
  expect(idsIn(collapseStories(reversed(list), stories, ({ id }) => id === 'B').ids)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '7',
    '6',
    '9',
  ])
})

test('ten thousand entries with a thousand stories are grouped as a few are', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => String(20_000 - index))
  const long = toTimelineIds({ ids: many, times: many.map(timeOf) })
  const pairs = new Map(
    many
      .filter((_, index) => index % 10 < 2)
      .map((id, index) => [id, { id, storyId: String(index >> 1), feedId: id, publishedAt: timeOf(id) }]),
  )
  const stories = storiesIn(long, pairs, none)
  expect(stories).toHaveLength(1000)
  expect(collapseStories(long, stories, () => false).ids).toHaveLength(9000)
  expect(new Set(collapseStories(long, stories, () => true).ids).size).toBe(10_000)
})
