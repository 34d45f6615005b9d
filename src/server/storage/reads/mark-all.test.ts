import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  NOON,
  seedEntries,
  seedFeed,
  seedFollower,
  seedSubscription,
} from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { markAllRead, unmarkBatch } from './mark-all.ts'
import { openStorage } from '../open.ts'
import { markRead, totalUnread, unreadCounts } from './reads.ts'

/** More than one batch; seven entries of each time, so that batches end among them. */
const LARGE = 4700
const SMALL = 900
/** More than SQLite collects before it writes; a prime, so that ids are unordered. */
const VAST = 50_021

test('how PostgreSQL plans is as it was once a place is marked, taken or not', async () => {
  const storage = await openTestStorage('pglite')
  try {
    const { userId, feedId } = await seedFollower(storage)
    await seedEntries(storage, feedId, [{}, {}])
    const planned = () =>
      sql`select current_setting('enable_seqscan') as scans, current_setting('jit') as jit`
        .execute(storage.db)
        .then(({ rows }) => rows)
    const before = await planned()
    const scope = { kind: 'followed', userId } as const
    expect(await markAllRead(storage, scope, {}, { readAt: NOON, batch: 'all' })).toEqual({ [feedId]: 2 })
    expect(await markAllRead(storage, scope, {}, { readAt: NOON, batch: 'again' })).toEqual({})
    expect(await planned()).toEqual(before)
  } finally {
    await storage.close()
  }
})

describe.each(kinds)('a large place on %s', (kind) => {
  test('is marked to the last entry and taken back to the last, however it is cut', async () => {
    const storage = await openTestStorage(kind)
    try {
      const userId = await seedUser(storage)
      const sizes = [LARGE, SMALL, SMALL, SMALL, 0]
      const feeds = await Promise.all(sizes.map(() => seedFeed(storage)))
      const before: Record<string, number> = {}
      const late: Record<string, number> = {}
      for (const [at, feedId] of feeds.entries()) {
        await seedSubscription(storage, userId, feedId)
        const entries = Array.from({ length: sizes[at] ?? 0 }, (_, number) => ({
          publishedAt: NOON + Math.floor(number / 7),
        }))
        const ids: string[] = []
        for (let from = 0; from < entries.length; from += 500)
          ids.push(...(await seedEntries(storage, feedId, entries.slice(from, from + 500))))
        const read = ids.filter((_, number) => number % 5 === 0)
        await markRead(storage, userId, read, NOON)
        if (ids.length > read.length) before[feedId] = ids.length - read.length
        const wanted = ids.filter((_, number) => number % 5 !== 0 && Math.floor(number / 7) >= 100)
        if (wanted.length > 0) late[feedId] = wanted.length
      }
      const scope = { kind: 'followed', userId } as const
      const mark = (batch: string) => ({ readAt: NOON, batch })
      expect(await markAllRead(storage, scope, { start: NOON + 100 }, mark('late'))).toEqual(late)
      expect(await unmarkBatch(storage, userId, 'late')).toEqual(late)
      expect(await unreadCounts(storage, userId)).toEqual(before)
      expect(await markAllRead(storage, scope, {}, mark('all'))).toEqual(before)
      expect(await unreadCounts(storage, userId)).toEqual({})
      const { marks } = await storage.db
        .selectFrom('reads')
        .select((eb) => eb.fn.countAll<number>().as('marks'))
        .executeTakeFirstOrThrow()
      expect(Number(marks)).toBe(LARGE + 3 * SMALL)
      expect(await unmarkBatch(storage, userId, 'all')).toEqual(before)
      expect(await unreadCounts(storage, userId)).toEqual(before)
    } finally {
      await storage.close()
    }
  }, 120_000)
})

test('a read during a large mark-all in a file sees all of it unread, or none', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-marks-'))
  const storage = await openStorage({ url: '', dir })
  try {
    const { userId, feedId } = await seedFollower(storage)
    for (let from = 0; from < LARGE; from += 500)
      await seedEntries(
        storage,
        feedId,
        Array.from({ length: Math.min(500, LARGE - from) }, (_, at) => ({ publishedAt: NOON + from + at })),
      )
    const state = { done: false }
    const marking = markAllRead(storage, { kind: 'followed', userId }, {}, { readAt: NOON, batch: 'all' })
    void marking.then(() => (state.done = true))
    const seen = new Set<number>()
    for (let look = 0; !state.done && look < 10_000; look += 1) {
      seen.add(await totalUnread(storage, userId))
      await breathe()
    }
    expect(await marking).toEqual({ [feedId]: LARGE })
    expect([...seen].filter((count) => count !== 0)).toEqual([LARGE])
    expect(await totalUnread(storage, userId)).toBe(0)
  } finally {
    await storage.close()
    rmSync(dir, { recursive: true })
  }
})

test('more entries than one collection holds are each marked once and restored', async () => {
  const storage = await openTestStorage('sqlite')
  try {
    const { userId, feedId } = await seedFollower(storage)
    await sql`insert into entries (id, "feedId", guid, hash, "publishedAt", "insertedAt", "updatedAt")
      with recursive n(at) as (select 0 union all select at + 1 from n where at < ${VAST - 1})
      select printf('%019d', at * 7919 % ${VAST}), ${feedId}, at, at, ${NOON} + at, ${NOON}, ${NOON} from n`.execute(
      storage.db,
    )
    const mark = { readAt: NOON, batch: 'all' }
    expect(await markAllRead(storage, { kind: 'followed', userId }, {}, mark)).toEqual({ [feedId]: VAST })
    const { rows } =
      await sql`select count(*) as marks from reads where batch = 'all' and "feedId" = ${feedId}`.execute(
        storage.db,
      )
    expect(rows).toEqual([{ marks: VAST }])
    expect(await unreadCounts(storage, userId)).toEqual({})
    expect(await unmarkBatch(storage, userId, 'all')).toEqual({ [feedId]: VAST })
    expect(await markAllRead(storage, { kind: 'followed', userId }, { end: NOON + 9 }, mark)).toEqual({
      [feedId]: 10,
    })
  } finally {
    await storage.close()
  }
}, 120_000)
