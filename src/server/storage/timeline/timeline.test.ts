import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import type { Storage } from '../open.ts'
import { newestArrival, timelinePage, type TimelineScope } from './timeline.ts'

/** ms: loading PGlite is slow on a busy machine. */
const OPENING = 60_000

describe.each(kinds)('a timeline on %s', (kind) => {
  let storage: Storage
  beforeAll(async () => void (storage = await openTestStorage(kind)), OPENING)
  afterAll(() => storage.close())

  /** All pages to the end, as a client requests them: by the time of the last entry alone. */
  async function walk(scope: TimelineScope, limit: number, read?: boolean): Promise<string[]> {
    const ids: string[] = []
    let before: number | undefined
    for (let round = 0; round < 1000; round += 1) {
      const page = await timelinePage(storage, scope, { read, before }, limit)
      if (page.length === 0) return ids
      ids.push(...page.map(({ id }) => id))
      before = page.at(-1)?.publishedAt
    }
    throw new Error('the timeline does not end')
  }

  async function reader(feeds: number, times: readonly number[]) {
    const userId = await seedUser(storage)
    const ids: string[] = []
    const feedIds = await Promise.all(Array.from({ length: feeds }, () => seedFeed(storage)))
    for (const feedId of feedIds) await seedSubscription(storage, userId, feedId)
    for (const [at, time] of times.entries()) {
      const feedId = feedIds[at % feeds] ?? ''
      ids.push(...(await seedEntries(storage, feedId, [{ publishedAt: NOON + time }])))
    }
    return { userId, feedIds, ids }
  }

  test.each([
    ['few feeds', 3],
    ['many feeds', 60],
  ])('of %s, paged to the end, shows each entry exactly once and newest first', async (_, feeds) => {
    // Few distinct times, so that most entries share theirs with others and pages end in the middle of a tie.
    const times = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 12 }), async (input, limit) => {
        const { userId, ids } = await reader(feeds, input)
        const walked = await walk({ kind: 'followed', userId }, limit)
        expect(walked.toSorted()).toEqual(ids.toSorted())
        const at = new Map(ids.map((id, index) => [id, input[index] ?? 0]))
        const seen = walked.map((id) => at.get(id) ?? 0)
        expect(seen).toEqual(seen.toSorted((a, b) => b - a))
      }),
      { numRuns: kind === 'sqlite' ? 25 : 6 },
    )
  })

  test('shows the same entries whether a user follows few feeds or many', async () => {
    const { userId, feedIds } = await reader(60, [3, 1, 2, 2, 0, 3])
    const few = await walk({ kind: 'followed', userId, feedIds: feedIds.slice(0, 6) }, 2)
    const many = await walk({ kind: 'followed', userId }, 2)
    expect(few).toEqual(many)
  })

  test('excludes hidden feeds from views, but shows one that is requested by id', async () => {
    const userId = await seedUser(storage)
    const feedId = await seedFeed(storage)
    await seedSubscription(storage, userId, feedId, { hideFromTimeline: 1 })
    const ids = await seedEntries(storage, feedId, [{}])
    expect(await walk({ kind: 'followed', userId, view: 0 }, 10)).toEqual([])
    expect(await walk({ kind: 'followed', userId }, 10)).toEqual([])
    expect(await walk({ kind: 'followed', userId, feedIds: [feedId] }, 10)).toEqual(ids)
  })

  test('omits private feeds on request', async () => {
    const { userId, feedIds, ids } = await reader(2, [1, 2])
    await storage.db
      .updateTable('subscriptions')
      .set({ isPrivate: 1 })
      .where('feedId', '=', feedIds[0] ?? '')
      .execute()
    expect(await walk({ kind: 'followed', userId, view: 0, excludePrivate: true }, 10)).toEqual([ids[1]])
  })

  test('never shows entries of feeds that only others follow', async () => {
    const other = await reader(2, [1, 2, 3])
    const userId = await seedUser(storage)
    expect(await walk({ kind: 'followed', userId }, 10)).toEqual([])
    expect(await walk({ kind: 'followed', userId, feedIds: other.feedIds }, 10)).toEqual([])
    expect(await walk({ kind: 'starred', userId }, 10)).toEqual([])
  })

  test('shows unread entries only, or read ones only', async () => {
    const { userId, ids } = await reader(1, [1, 2, 3])
    await storage.db
      .insertInto('reads')
      .values({ userId, entryId: ids[1] ?? '', readAt: NOON, batch: null })
      .execute()
    expect(await walk({ kind: 'followed', userId }, 1, false)).toEqual([ids[2], ids[0]])
    expect(await walk({ kind: 'followed', userId }, 1, true)).toEqual([ids[1]])
  })

  test('reports the entry that arrived last, and no earlier one', async () => {
    const { userId, feedIds } = await reader(1, [])
    const [, late] = await seedEntries(storage, feedIds[0] ?? '', [
      { insertedAt: NOON + 1 },
      { insertedAt: NOON + 9 },
    ])
    const scope: TimelineScope = { kind: 'followed', userId }
    expect(await newestArrival(storage, scope, NOON)).toMatchObject({ id: late, insertedAt: NOON + 9 })
    expect(await newestArrival(storage, scope, NOON + 9)).toBeUndefined()
  })
})
