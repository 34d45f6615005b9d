import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { navigationRequested } from '../location/index.ts'
import { $timelineIds, idsIn } from '../timeline/index.ts'
import { $tree } from './index.ts'
import { startupIdle } from '../app/ready.ts'
import { $general, settingChanged } from '../settings/index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { $searchCounts, searchSaved } from '../search/saved-searches.ts'
import { $feedTags, $tagNames, feedTagsChanged, tagQuery } from './tags.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
async function reader(): Promise<Reader> {
  const server = createFakeServer()
  for (const feed of ['1', '2', '3']) {
    server.follow(feed)
    server.publish(feed, `e${feed}`, NOON + Number(feed), { title: `Entry of ${feed}` })
  }
  return startReader({ server })
}
const tag = ({ scope }: Reader, tags: Record<string, readonly string[]>) =>
  allSettled(feedTagsChanged, { scope, params: new Map(Object.entries(tags)) })
const listed = ({ scope }: Reader) => idsIn(scope.getState($timelineIds).ids).toSorted()
const open = (one: Reader, query: string) =>
  allSettled(navigationRequested, { scope: one.scope, params: { source: { kind: 'search', query } } })

test('a feed has several tags, and a search finds those of its outer tags', async () => {
  const one = await reader()
  await tag(one, { 1: ['Science / Physics', 'weekly', 'WEEKLY'], 2: ['science'] })
  expect([...one.scope.getState($feedTags)]).toEqual([
    ['1', ['Science/Physics', 'weekly']],
    ['2', ['science']],
  ])
  await open(one, tagQuery('science'))
  await one.settled()
  expect(listed(one)).toEqual(['e1', 'e2'])
  await open(one, tagQuery('weekly'))
  await one.settled()
  expect(listed(one)).toEqual(['e1'])
})

test('an open search has and loses the feeds that get and lose its tag', async () => {
  const one = await reader()
  await tag(one, { 1: ['a'] })
  await open(one, 'tag:a')
  await one.settled()
  await tag(one, { 3: ['a'] })
  await one.settled()
  expect(listed(one)).toEqual(['e1', 'e3'])
  await tag(one, { 1: [] })
  await one.settled()
  expect(listed(one)).toEqual(['e3'])
  expect(one.scope.getState($general).feedTags).toEqual({ 3: ['a'] })
})

test('names that other programs wrote wrongly are no tags', async () => {
  const one = await reader()
  const value = { 1: ['ok', 7, ' / '], 2: 'text', 3: null }
  await allSettled(settingChanged, { scope: one.scope, params: { tab: 'general', key: 'feedTags', value } })
  expect([...one.scope.getState($feedTags)]).toEqual([['1', ['ok']]])
})

test('outer tags have a name of their own', async () => {
  const one = await reader()
  await tag(one, { 1: ['a/b/c'], 2: ['A/d'] })
  expect(one.scope.getState($tagNames)).toEqual(['A', 'a/b', 'a/b/c', 'A/d'])
})

test('saved searches of tags are counted, and stand within those whose title theirs continues', async () => {
  const one = await reader()
  await tag(one, { 1: ['science'], 2: ['science/physics'] })
  const save = (title: string, query: string) =>
    allSettled(searchSaved, { scope: one.scope, params: { title, query } })
  await save('Science/Physics', 'tag:science/physics')
  await save('Other', 'tag:other')
  await save('Science', 'tag:science')
  await save('News/World', 'tag:world')
  await one.later(1000)
  const rows = one.scope.getState($tree).filter(({ kind }) => kind === 'search')
  expect(rows.map(({ title, depth }) => [title, depth])).toEqual([
    ['Other', 1],
    ['Science', 1],
    ['Physics', 2],
    ['News/World', 1],
  ])
  expect(one.scope.getState($searchCounts).get('tag:science')).toBe(2)
  expect(one.scope.getState($searchCounts).get('tag:science/physics')).toBe(1)
})

test('a browser whose database was lost finds by tags again', async () => {
  const before = await reader()
  await tag(before, { 1: ['a'] })
  before.leave()
  const one = await startReader({ server: before.server, storage: before.storage })
  await allSettled(startupIdle, { scope: one.scope })
  await open(one, 'tag:a')
  await one.settled()
  expect(listed(one)).toEqual(['e1'])
})
