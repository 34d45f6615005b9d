import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { NOON, seedFeed, seedSubscription } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import type { Storage } from '../../storage/open.ts'
import { fetchesIn, unchangedFetch } from '../../storage/feeds/unchanged-fetches.ts'
import type { FeedFetchRow } from '../../storage/schema.ts'
import { claimDue, release, renewLease, selectFeeds } from '../../storage/feeds/feed-schedule.ts'
import { remember } from './finish.ts'

/** Any change of a row of feeds fails. */
const REFUSE = {
  sqlite: [
    `create trigger refuse before update on feeds begin select raise(abort, 'The row of a feed is written'); end`,
  ],
  postgres: [
    `create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'The row of a feed is written'; end $$`,
    `create trigger refuse before update on feeds for each row execute function refuse()`,
  ],
}

let storage: Storage
afterEach(() => storage.close())

const rowOf = (id: string) => selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()

describe.each(kinds)('what fetches leave on their feeds, on %s', (kind) => {
  test('each feed remembers its own, whether it came alone or with others', async () => {
    storage = await openTestStorage(kind)
    const ids = [await seedFeed(storage), await seedFeed(storage), await seedFeed(storage)] as const
    const other = await seedFeed(storage, { lease: 7, etag: 'kept' })
    await storage.db.updateTable('feeds').set({ errorMessage: 'old' }).where('id', 'in', ids).execute()
    await storage.db.updateTable('feedSchedule').set({ lease: 9 }).where('feedId', 'in', ids).execute()
    await remember(storage, [
      {
        feedId: ids[0],
        state: { checkedAt: 1_795_219_200_000, etag: '"it\'s" ü \ud83d', errorMessage: null },
      },
      { feedId: ids[1], state: { failures: 3, gone: 1 } },
      { feedId: ids[2], state: { checkedAt: 5, etag: null, errorMessage: 'new' } },
    ])
    expect(await rowOf(ids[0])).toMatchObject({
      checkedAt: 1_795_219_200_000,
      etag: '"it\'s" ü \ufffd',
      errorMessage: null,
      lease: 0,
    })
    expect(await rowOf(ids[1])).toMatchObject({ failures: 3, gone: 1, errorMessage: 'old', lease: 0 })
    expect(await rowOf(ids[2])).toMatchObject({ checkedAt: 5, etag: null, errorMessage: 'new', lease: 0 })
    expect(await rowOf(other)).toMatchObject({ etag: 'kept', lease: 7 })
  })

  test('what finds nothing new writes nothing to the wide row of a feed', async () => {
    storage = await openTestStorage(kind)
    const feedId = await seedFeed(storage, { etag: '"1"', failures: 2 })
    await seedSubscription(storage, await seedUser(storage), feedId)
    for (const statement of kind === 'sqlite' ? REFUSE.sqlite : REFUSE.postgres)
      await sql.raw(statement).execute(storage.db)
    const quiet = (etag: string) => {
      const lines = '1767225600000 304 00000000 000120\n'
      const seen = { etag, lastModified: null, errorMessage: null, errorAt: null }
      return { feedId, state: { checkedAt: NOON, nextFetchAt: NOON + 1, failures: 0, ...seen }, lines }
    }
    expect(await claimDue(storage, NOON, 1)).toHaveLength(1)
    await renewLease(storage, [feedId], NOON)
    await release(storage, [feedId])
    await remember(storage, [quiet('"1"')])
    expect(await rowOf(feedId)).toMatchObject({ checkedAt: NOON, failures: 0, lease: 0, etag: '"1"' })
    await expect(remember(storage, [quiet('"2"')])).rejects.toThrow('The row of a feed is written')
  })

  test('of two fetches of one feed the later one counts', async () => {
    storage = await openTestStorage(kind)
    const feedId = await seedFeed(storage)
    await remember(
      storage,
      [1, 2, 3].map((checkedAt) => ({ feedId, state: { checkedAt } })),
    )
    expect((await rowOf(feedId)).checkedAt).toBe(3)
  })

  test('new lines of history precede the stored ones, and the oldest are deleted', async () => {
    storage = await openTestStorage(kind)
    const [feedId, other] = [await seedFeed(storage), await seedFeed(storage)]
    const fetchAt = (at: number): FeedFetchRow => ({
      feedId,
      at,
      status: 304,
      outcome: 'unchanged',
      message: null,
      newEntries: 0,
      bytes: at,
      milliseconds: 2 * at,
    })
    const left = (at: number) => ({ feedId, state: { checkedAt: at }, lines: unchangedFetch(fetchAt(at)) })
    await remember(storage, [left(1)])
    // Both in one statement, with another feed that sets the same columns and has no line.
    await remember(storage, [left(2), { feedId: other, state: { checkedAt: 3 } }, left(3)])
    const row = await rowOf(feedId)
    expect([row.checkedAt, fetchesIn(feedId, row.quietFetches)]).toEqual([3, [3, 2, 1].map(fetchAt)])
    expect(await rowOf(other)).toMatchObject({ checkedAt: 3, quietFetches: null })
    for (let at = 4; at <= 13; at += 1) await remember(storage, [left(at)])
    const times = fetchesIn(feedId, (await rowOf(feedId)).quietFetches).map(({ at }) => at)
    expect(times).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
  })
})
