import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { serverMigrations } from '../../../../migrations/server/index.ts'
import { NOON, seedFeed } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage } from '../../../../tests/support/storage.ts'
import { lastFetches } from './feeds-read.ts'
import type { Storage } from '../open.ts'
import { fetchesIn, unchangedFetch } from './unchanged-fetches.ts'
import type { FeedFetchRow } from '../schema.ts'

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

  /** As before, without the column for unchanged fetches. */
  async function older(): Promise<Storage> {
    storage = await openTestStorage(kind)
    await sql`alter table feeds drop column "quietFetches"`.execute(storage.db)
    return storage
  }
  const newer = () => serverMigrations['0018-quiet-fetches'].up(storage.db as never, storage.kind)

  test('say the same afterwards, and only what was quiet leaves its rows', async () => {
    await older()
    const [one, other, none] = [await seedFeed(storage), await seedFeed(storage), await seedFeed(storage)]
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
    const feeds = await storage.db.selectFrom('feeds').selectAll().execute()
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
  })

  test('are written by the migration in the format of the line', async () => {
    await older()
    const feedId = await seedFeed(storage)
    const fetches = [
      quiet({ feedId, at: 7, bytes: 2_000_000_000, milliseconds: 2_000_000_000 }),
      quiet({ feedId, status: 200, bytes: 123, milliseconds: 45 }),
    ]
    await storage.db.insertInto('feedFetches').values(fetches).execute()
    await newer()
    const { quietFetches } = await storage.db
      .selectFrom('feeds')
      .select('quietFetches')
      .where('id', '=', feedId)
      .executeTakeFirstOrThrow()
    expect(quietFetches).toBe(fetches.toReversed().map(unchangedFetch).join(''))
  })
})
