import { expect, test } from 'vitest'
import { sql } from 'kysely'
import type { TimelineAsk } from '../../calls.ts'
import { memoryLocal, nodeSqlite } from '../../memory-local.ts'
import { openDatabaseFile } from '../database-file.ts'
import { entry } from '../entry.sample.ts'
import { localMigrationSource } from '../migration-source.ts'
import { ramFolder } from '../storage/ram-file.ts'
import { groupPendingStories } from './stories.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = 1_800_000_000_000
const TITLE = 'A kettle that boils in silence'

const all: TimelineAsk = {
  of: { feedIds: ['f1', 'f2', 'f3', 'f4'] },
  unreadOnly: false,
  after: null,
  limit: 100,
}
const story = (id: string, feedId: string, at: number, url: string | null, title: string | null = null) =>
  entry({ id, feedId, publishedAt: START + at, url, title })

/** The stories of the list, each as the ids of its entries. */
async function storiesOf(local: ReturnType<typeof memoryLocal>, ask = all): Promise<string[]> {
  const { stories = [] } = await local.call('timeline.page', ask)
  const ids = new Map<string, string[]>()
  for (const { id, storyId } of stories) ids.set(storyId, [...(ids.get(storyId) ?? []), id])
  return [...ids.values()].map((one) => one.toSorted().join()).toSorted()
}

test('entries of several feeds with one address are one story, however they arrive', async () => {
  const local = memoryLocal()
  await local.call('entries.put', [
    story('a', 'f1', 0, 'https://site.example/kettle?utm_source=f1'),
    story('b', 'f2', HOUR, 'http://www.site.example/kettle/'),
    story('x', 'f1', HOUR, 'https://site.example/teapot'),
  ])
  await local.call('entries.put', [story('c', 'f3', 9 * DAY, 'https://site.example/kettle#end')])
  expect(await storiesOf(local)).toEqual(['a,b,c'])
})

test('without a common address the title decides, within three days', async () => {
  const local = memoryLocal()
  await local.call('entries.put', [
    story('a', 'f1', 0, 'https://one.example/1', TITLE),
    story('b', 'f2', 2 * DAY, 'https://two.example/1', `${TITLE}!`),
    story('c', 'f3', 9 * DAY, 'https://three.example/1', TITLE),
    story('d', 'f4', DAY, 'https://four.example/1', 'Weekly links'),
    story('e', 'f3', DAY, 'https://three.example/2', 'Weekly links'),
  ])
  expect(await storiesOf(local)).toEqual(['a,b'])
})

test('a feed is in a story once, and what it repeats is no story', async () => {
  const local = memoryLocal()
  await local.call('entries.put', [
    story('a', 'f1', 0, 'https://one.example/1', TITLE),
    story('b', 'f1', HOUR, 'https://one.example/1', TITLE),
    story('c', 'f2', 2 * HOUR, 'https://one.example/1', TITLE),
  ])
  expect(await storiesOf(local)).toEqual(['b,c'])
})

test('an address joins two stories of titles; a story survives when its entry is put again', async () => {
  const local = memoryLocal()
  const entries = [
    story('a', 'f1', 0, 'https://one.example/1', TITLE),
    story('b', 'f2', HOUR, 'https://two.example/1', TITLE),
    story('c', 'f3', HOUR, 'https://three.example/1', 'The silent kettle, reviewed'),
    story('d', 'f4', HOUR, 'https://two.example/1', 'The silent kettle, reviewed'),
  ]
  for (const one of entries) await local.call('entries.put', [one])
  expect(await storiesOf(local)).toEqual(['a,b,c,d'])
  await local.call('entries.put', entries)
  expect(await storiesOf(local)).toEqual(['a,b,c,d'])
})

test('an entry that gets another title and address leaves its story; one that is removed is gone from it', async () => {
  const local = memoryLocal()
  const b = story('b', 'f2', HOUR, 'https://one.example/1', TITLE)
  await local.call('entries.put', [
    story('a', 'f1', 0, 'https://one.example/1', TITLE),
    b,
    story('c', 'f3', HOUR, 'https://one.example/1', TITLE),
  ])
  await local.call('entries.put', [
    { ...b, url: 'https://two.example/other', title: 'Something else altogether, of teapots' },
  ])
  expect(await storiesOf(local)).toEqual(['a,c'])
  await local.call('entries.remove', ['a'])
  expect(await storiesOf(local)).toEqual(['c'])
})

test('a page has the entries of its stories that are on other pages; stars and single feeds have none', async () => {
  const local = memoryLocal()
  await local.call('entries.put', [
    story('a', 'f1', 0, 'https://one.example/1'),
    story('b', 'f2', DAY, 'https://one.example/1'),
  ])
  expect(await storiesOf(local, { ...all, limit: 1 })).toEqual(['a,b'])
  expect(await storiesOf(local, { ...all, of: { feedIds: ['f1'] } })).toEqual([])
  expect(await storiesOf(local, { ...all, of: { starsOf: 0 } })).toEqual([])
})

test('entries from before there were stories are added in the background, and only indexes are read', async () => {
  const { database } = await openDatabaseFile(await nodeSqlite(), ramFolder(), localMigrationSource)
  const { db } = database
  await sql`
    with recursive "n"("i") as (select 1 union all select "i" + 1 from "n" where "i" < 1000)
    insert into "entries" ("id", "feedId", "guid", "url", "publishedAt", "insertedAt")
    select 'e' || "i", 'f' || ("i" % 2), 'g' || "i", 'https://one.example/' || ("i" / 2), "i", "i" from "n"`.execute(
    db,
  )
  await sql`insert into "storyEntriesPending" select "id" from "entries"`.execute(db)
  let steps = 0
  while (await groupPendingStories(db)) steps += 1
  expect(steps).toBe(5)
  const { rows } = await sql<{ stories: number; entries: number }>`
    select count(distinct "storyId") as "stories", count("storyId") as "entries" from "storyEntries"`.execute(
    db,
  )
  // The first and the last address have one entry.
  expect(rows).toEqual([{ stories: 499, entries: 998 }])
  const plan = await sql<{ detail: string }>`explain query plan
    select "b"."entryId" from "storyEntries" as "a" join "storyEntries" as "b" on "b"."title" = "a"."title"
      and "b"."publishedAt" between "a"."publishedAt" - 1 and "a"."publishedAt" + 1
    where "a"."entryId" in ('e1') and "a"."title" is not null`.execute(db)
  expect(plan.rows.map(({ detail }) => detail).join()).toContain('storyEntriesByTitle')
})
