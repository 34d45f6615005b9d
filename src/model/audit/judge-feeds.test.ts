import { expect, test } from 'vitest'
import { judgeFeeds, type SubscribedFeedFigures } from './judge-feeds.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => NOW - days * 86_400_000
const iso = (days: number) => new Date(daysAgo(days)).toISOString()
const feed = (feedId: string, change: Partial<SubscribedFeedFigures> = {}): SubscribedFeedFigures => ({
  feedId,
  title: feedId,
  perWeek: 3,
  latest: iso(1),
  error: null,
  gone: false,
  followedAt: daysAgo(200),
  ...change,
})
const stored = (entries: number, read: number, starred = 0) => ({ entries, read, starred })
const verdictsOf = (...input: Parameters<typeof judgeFeeds>) =>
  judgeFeeds(...input).map(({ row, reasons }) => [row.feedId, ...reasons.map(({ verdict }) => verdict)])

test('a feed that posts and is read needs no look', () => {
  expect(judgeFeeds([feed('a')], { a: stored(40, 30) }, [], NOW)).toEqual([])
})

test('a feed is dead when it is gone, or fails and has had no entry for a month; that it is silent goes without saying', () => {
  const rows = [
    feed('gone', { gone: true }),
    feed('failing', { error: 'HTTP 500', latest: iso(100) }),
    feed('hiccup', { error: 'HTTP 500', latest: iso(29) }),
    feed('never', { error: 'HTTP 404', latest: null }),
    feed('justFollowed', { error: 'HTTP 404', latest: null, followedAt: daysAgo(0) }),
    feed('lately', { error: 'HTTP 404', latest: iso(40), followedAt: daysAgo(29) }),
  ]
  expect(verdictsOf(rows, {}, [], NOW)).toEqual([
    ['failing', 'dead'],
    ['gone', 'dead'],
    ['never', 'dead'],
  ])
})

test('a feed is silent after 90 days without an entry, one without any entry after 90 days of following', () => {
  const rows = [
    feed('old', { latest: iso(91) }),
    feed('new', { latest: iso(89) }),
    feed('empty', { latest: null }),
    feed('emptyNew', { latest: null, followedAt: daysAgo(2) }),
  ]
  expect(verdictsOf(rows, {}, [], NOW)).toEqual([
    ['empty', 'silent'],
    ['old', 'silent'],
  ])
})

test('a feed is never opened when none of at least five entries is read or starred, two weeks after following', () => {
  const rows = [
    feed('never'),
    feed('read'),
    feed('starred'),
    feed('few'),
    feed('fresh', { followedAt: daysAgo(3) }),
  ]
  const statistics = {
    never: stored(5, 0),
    read: stored(5, 1),
    starred: stored(5, 0, 1),
    few: stored(4, 0),
    fresh: stored(50, 0),
  }
  expect(judgeFeeds(rows, statistics, [], NOW)).toEqual([
    { row: rows[0], reasons: [{ verdict: 'unopened', entries: 5 }] },
  ])
})

test('a feed is noisy when it posts five a day and less than a tenth is read', () => {
  const rows = [feed('loud', { perWeek: 35 }), feed('loved', { perWeek: 90 }), feed('calm', { perWeek: 34 })]
  const statistics = { loud: stored(100, 9), loved: stored(100, 10), calm: stored(100, 1) }
  expect(judgeFeeds(rows, statistics, [], NOW)).toEqual([
    { row: rows[0], reasons: [{ verdict: 'noisy', perWeek: 35, entries: 100, read: 9 }] },
  ])
})

test('of two feeds with the same entries the smaller one overlaps, of equal ones the later; each pair counts once', () => {
  const rows = [feed('all'), feed('part'), feed('twin', { followedAt: daysAgo(100) }), feed('apart')]
  const statistics = { all: stored(40, 20), part: stored(10, 5), twin: stored(40, 20), apart: stored(10, 5) }
  const shared = [
    { feedId: 'all', otherId: 'part', count: 5 },
    { feedId: 'all', otherId: 'twin', count: 40 },
    { feedId: 'part', otherId: 'twin', count: 8 },
    { feedId: 'all', otherId: 'apart', count: 4 },
    { feedId: 'all', otherId: 'unfollowed', count: 40 },
  ]
  expect(judgeFeeds(rows, statistics, shared, NOW)).toEqual([
    { row: rows[1], reasons: [{ verdict: 'overlapping', shared: 8, entries: 10, otherId: 'twin' }] },
    { row: rows[2], reasons: [{ verdict: 'overlapping', shared: 40, entries: 40, otherId: 'all' }] },
  ])
})

test('the worst verdict comes first, and a feed carries all that apply', () => {
  const rows = [
    feed('quiet', { latest: iso(120) }),
    feed('loud', { perWeek: 70 }),
    feed('broken', { gone: true }),
  ]
  expect(verdictsOf(rows, { loud: stored(30, 0), quiet: stored(8, 0) }, [], NOW)).toEqual([
    ['broken', 'dead'],
    ['loud', 'unopened', 'noisy'],
    ['quiet', 'unopened', 'silent'],
  ])
})
