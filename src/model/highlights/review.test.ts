import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { undoRequested } from '../journal/index.ts'
import { settingChanged } from '../settings/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { $highlights, highlightCreated, type UserHighlight } from './index.ts'
import { $reviews, dailyReview, dayOf, highlightReviewed, withAnswer, type Reviews } from './review.ts'

const DAY_MS = 86_400_000
const NOON = new Date(2026, 0, 15, 12).getTime()
const today = dayOf(NOON)
const made = (id: string, daysAgo: number, entryId = `entry of ${id}`): UserHighlight => ({
  id,
  entryId,
  quote: { exact: id, prefix: '', suffix: '' },
  position: null,
  color: 'yellow',
  note: null,
  createdAt: NOON - daysAgo * DAY_MS,
  entry: { title: null, url: null, author: null, publishedAt: 0, feedId: '1', feedTitle: null },
})
const ids = (all: readonly UserHighlight[], reviews: Reviews, day = today) =>
  dailyReview(all, reviews, day).map(({ highlight }) => highlight.id)
const one = (all: readonly UserHighlight[], id: string) => {
  const found = all.find((highlight) => highlight.id === id)
  if (!found) throw new Error(`There is no highlight ${id}`)
  return found
}

test('the five that are due for longest are reviewed, of different entries first, none of today and no note', () => {
  const all = [
    made('new', 0),
    made('a', 9, 'same'),
    made('b', 8, 'same'),
    { ...made('note', 30), quote: null },
    ...['c', 'd', 'e', 'f', 'g'].map((id, at) => made(id, 7 - at)),
  ]
  expect(ids(all, {})).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(ids(all.slice(0, 4), {})).toEqual(['a', 'b'])
})

test('the five of a day stay the same while they are answered, also on another device', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => made(id, 20 - at))
  const first = ids(all, {})
  let reviews: Reviews = {}
  for (const [at, id] of first.entries())
    reviews = withAnswer(reviews, one(all, id), { answer: at === 0 ? 'archive' : 'keep', today })
  expect(ids(all, JSON.parse(JSON.stringify(reviews)) as Reviews)).toEqual(first)
  expect(dailyReview(all, reviews, today).every(({ isAnswered }) => isAnswered)).toBe(true)
  // Tomorrow brings the next one.
  expect(ids(all, reviews, today + 1)).toEqual(['f'])
})

test('what is kept comes after longer and longer times, what is put off tomorrow, what is archived never', () => {
  const all = [made('a', 20)]
  const [a] = all
  if (!a) throw new Error('There is no highlight')
  const isDue = (reviews: Reviews, day: number) => ids(all, reviews, day).length > 0
  const reviewed = withAnswer({}, a, { answer: 'keep', today })
  expect([6, 7].map((days) => isDue(reviewed, today + days))).toEqual([false, true])
  const twice = withAnswer(reviewed, a, { answer: 'keep', today: today + 7 })
  expect([27, 28].map((days) => isDue(twice, today + days))).toEqual([false, true])
  expect(isDue(withAnswer(twice, a, { answer: 'later', today: today + 28 }), today + 29)).toBe(true)
  expect(isDue(withAnswer(twice, a, { answer: 'archive', today: today + 28 }), today + 4000)).toBe(false)
  // The second answer of a day is the one that counts.
  const changed = withAnswer(withAnswer({}, a, { answer: 'archive', today }), a, { answer: 'keep', today })
  expect(changed).toEqual(reviewed)
  expect(withAnswer(reviewed, a, { answer: 'keep', today })).toEqual(reviewed)
})

test('an answer reaches the other devices, and can be undone', async () => {
  const server = createFakeServer()
  server.follow('1')
  server.publish('1', 'e', NOON)
  const { scope, later } = await startReader({ server })
  const quote = { exact: 'words', prefix: '', suffix: '' }
  await allSettled(highlightCreated, { scope, params: { entryId: 'e', quote, position: null, note: null } })
  const [highlight] = scope.getState($highlights)
  const tomorrow = dayOf(highlight?.createdAt ?? 0) + 1
  await allSettled(highlightReviewed, {
    scope,
    params: { id: highlight?.id ?? '', answer: 'keep', today: tomorrow },
  })
  await later(5000)
  expect(Object.values(scope.getState($reviews))).toEqual([[1, tomorrow + 7, tomorrow]])
  expect(server.settings['general']).toMatchObject({ highlightReviews: scope.getState($reviews) })
  await allSettled(undoRequested, { scope, params: undefined })
  expect(scope.getState($reviews)).toEqual({})
})

test('a setting that another program wrote wrongly counts as none', async () => {
  const { scope } = await startReader()
  const value = { a: 'b', c: [1, 2], d: [1, 20_800, 20_700] }
  await allSettled(settingChanged, { scope, params: { tab: 'general', key: 'highlightReviews', value } })
  expect(scope.getState($reviews)).toEqual({ d: [1, 20_800, 20_700] })
})
