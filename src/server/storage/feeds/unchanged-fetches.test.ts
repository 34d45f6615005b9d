import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { NOON, seedEarlierFeed } from '../../../../tests/support/library.ts'
import { kinds } from '../../../../tests/support/storage.ts'
import { sqliteDialect } from '../engine/sqlite.ts'
import { migrate, type Storage } from '../open.ts'
import type { FeedFetchRow, Schema } from '../schema.ts'
import { selectFeeds } from './feed-schedule.ts'
import { lastFetches } from './feeds-read.ts'
import { fetchesIn, unchangedFetch } from './unchanged-fetches.ts'

const quiet = (input: Partial<FeedFetchRow> = {}): FeedFetchRow => ({
  feedId: 'f',
  at: NOON,
  status: 304,
  outcome: 'unchanged',
  message: null,
  newEntries: 0,
  bytes: 0,
  milliseconds: 0,
  ...input,
})

test('an unchanged fetch is stored as a line and restored from it', () => {
  for (const input of [
    {},
    { status: 200, bytes: 20_000_000, milliseconds: 299_999 },
    { at: 0 },
    { at: 1e13 - 1 },
  ])
    expect(fetchesIn('f', unchangedFetch(quiet(input)))).toEqual([quiet(input)])
})

test('what is beyond a line is the most that a line holds', () => {
  const [fetch] = fetchesIn('f', unchangedFetch(quiet({ bytes: 3e9, milliseconds: 4e9 })))
  expect(fetch).toEqual(quiet({ bytes: 99_999_999, milliseconds: 999_999 }))
})

test.each<Partial<FeedFetchRow>>([
  { outcome: 'stored' },
  { outcome: 'failed', message: 'no' },
  { message: 'The site told of its news by itself' },
  { status: null },
  { newEntries: 1 },
  { at: -1 },
  { at: 1e13 },
])('a fetch that has more to tell is no line: %j', (input) => {
  expect(unchangedFetch(quiet(input))).toBeNull()
})

describe.each(kinds)('the histories of an older database, on %s', (kind) => {
  let storage: Storage
  afterEach(() => storage.close())

  /** As before unchanged fetches were lines. */
  async function older(): Promise<void> {
    const dialect =
      kind === 'sqlite' ? sqliteDialect(':memory:') : new PGliteDialect({ pglite: await PGlite.create() })
    const db = new Kysely<Schema>({ dialect })
    storage = { db, kind: kind === 'sqlite' ? 'sqlite' : 'postgres', close: () => db.destroy() }
    await migrate(storage, '0017-marks')
  }
  const newer = () => migrate(storage)

  test('say the same afterwards, and only what was quiet leaves its rows', async () => {
    await older()
    const [one, other, none] = [
      await seedEarlierFeed(storage),
      await seedEarlierFeed(storage),
      await seedEarlierFeed(storage),
    ]
    const fetches = Array.from({ length: 10 }, (_, hour): FeedFetchRow => {
      const plain = quiet({
        feedId: one,
        at: NOON + hour * 3_600_000,
        bytes: 11 * hour,
        milliseconds: 7 * hour,
      })
      if (hour === 3) return { ...plain, outcome: 'stored', status: 200, newEntries: 4 }
      if (hour === 5) return { ...plain, outcome: 'failed', status: null, message: 'No answer came' }
      return hour === 6 ? { ...plain, message: 'The site told of its news by itself (WebSub)' } : plain
    })
    await storage.db
      .insertInto('feedFetches')
      .values([...fetches, quiet({ feedId: other, status: 200 })])
      .execute()
    await newer()
    const feeds = await selectFeeds(storage.db).execute()
    const notifications = async (id: string) =>
      lastFetches(
        storage,
        feeds.filter((feed) => feed.id === id),
      )
    expect(await notifications(one)).toEqual(fetches.toReversed())
    expect(await notifications(other)).toEqual([quiet({ feedId: other, status: 200 })])
    expect(await notifications(none)).toEqual([])
    const rows = await storage.db.selectFrom('feedFetches').select('at').orderBy('at').execute()
    expect(rows.map(({ at }) => at)).toEqual([3, 5, 6].map((hour) => fetches[hour]?.at))
  }, 60_000)

  test('are written by the migration in the format of the line', async () => {
    await older()
    const feedId = await seedEarlierFeed(storage)
    const fetches = [
      quiet({ feedId, at: 7, bytes: 2_000_000_000, milliseconds: 2_000_000_000 }),
      quiet({ feedId, status: 200, bytes: 123, milliseconds: 45 }),
    ]
    await storage.db.insertInto('feedFetches').values(fetches).execute()
    await newer()
    const { quietFetches } = await storage.db
      .selectFrom('feedSchedule')
      .select('quietFetches')
      .where('feedId', '=', feedId)
      .executeTakeFirstOrThrow()
    expect(quietFetches).toBe(fetches.toReversed().map(unchangedFetch).join(''))
  }, 60_000)
})
