import { afterEach, describe, expect, test } from 'vitest'
import { seedFeed } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage } from '../../../../tests/support/storage.ts'
import type { Storage } from '../../storage/open.ts'
import { remember } from './remember.ts'

let storage: Storage
afterEach(() => storage.close())

const rowOf = (id: string) =>
  storage.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe.each(kinds)('what fetches leave on their feeds, on %s', (kind) => {
  test('each feed remembers its own, whether it came alone or with others', async () => {
    storage = await openTestStorage(kind)
    const ids = [await seedFeed(storage), await seedFeed(storage), await seedFeed(storage)] as const
    const other = await seedFeed(storage, { lease: 7, etag: 'kept' })
    await storage.db
      .updateTable('feeds')
      .set({ lease: 9, errorMessage: 'old' })
      .where('id', 'in', ids)
      .execute()
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

  test('of two fetches of one feed the later one counts', async () => {
    storage = await openTestStorage(kind)
    const feedId = await seedFeed(storage)
    await remember(
      storage,
      [1, 2, 3].map((checkedAt) => ({ feedId, state: { checkedAt } })),
    )
    expect((await rowOf(feedId)).checkedAt).toBe(3)
  })
})
