import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser, testId } from '../../../../tests/support/storage.ts'
import { addStar, removeStar } from '../entries/collections.ts'
import { markAllRead, unmarkBatch, type Counts } from './mark-all.ts'
import type { Storage } from '../open.ts'
import { markRead, readersOf, totalUnread, unmarkRead, unreadCounts } from './reads.ts'
import { removeSubscriptions } from '../lists/subscriptions.ts'
import { timelinePage, type TimelineScope } from '../timeline/timeline.ts'

const FEEDS = 4
const ENTRIES = 6
const feed = fc.nat(FEEDS - 1)
const entry = fc.nat(FEEDS * ENTRIES - 1)
const act = fc.oneof(
  fc.record({ do: fc.constant('mark' as const), entries: fc.array(entry, { maxLength: 5 }) }),
  fc.record({ do: fc.constant('unmark' as const), entries: fc.array(entry, { maxLength: 5 }) }),
  fc.record({ do: fc.constant('star' as const), entry }),
  fc.record({ do: fc.constant('unstar' as const), entry }),
  fc.record({ do: fc.constant('mark feed' as const), feed }),
  fc.record({ do: fc.constant('mark view' as const), view: fc.nat(1) }),
  fc.record({ do: fc.constant('follow' as const), feed, view: fc.nat(1), hidden: fc.boolean() }),
  fc.record({ do: fc.constant('unfollow' as const), feed }),
  fc.record({ do: fc.constant('take back' as const) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** ms: loading PGlite is slow on a busy machine. */
const OPENING = 60_000

describe.each(kinds)('read marks on %s', (kind) => {
  let storage: Storage
  beforeAll(async () => void (storage = await openTestStorage(kind)), OPENING)
  afterAll(() => storage.close())

  async function library() {
    const userId = await seedUser(storage)
    const feedIds = await Promise.all(Array.from({ length: FEEDS }, () => seedFeed(storage)))
    const entryIds: string[] = []
    for (const feedId of feedIds) {
      const times = Array.from({ length: ENTRIES }, (_, at) => ({
        publishedAt: NOON + (at % 3),
        insertedAt: NOON + at,
      }))
      entryIds.push(...(await seedEntries(storage, feedId, times)))
    }
    return { userId, feedIds, entryIds, batches: [] as string[] }
  }
  type Library = Awaited<ReturnType<typeof library>>

  async function perform({ userId, feedIds, entryIds, batches }: Library, action: Act): Promise<void> {
    const markAll = async (scope: TimelineScope) => {
      batches.push(testId())
      await markAllRead(storage, scope, {}, { readAt: NOON, batch: batches.at(-1) ?? '' })
    }
    const feedId = 'feed' in action ? (feedIds[action.feed] ?? '') : ''
    const entryId = 'entry' in action ? (entryIds[action.entry] ?? '') : ''
    const several = 'entries' in action ? action.entries.map((at) => entryIds[at] ?? '') : []
    if (action.do === 'mark') await markRead(storage, userId, several, NOON)
    if (action.do === 'unmark') await unmarkRead(storage, userId, several)
    if (action.do === 'star') await addStar(storage, { userId, entryId, view: 0, createdAt: NOON })
    if (action.do === 'unstar') await removeStar(storage, userId, entryId)
    if (action.do === 'mark feed') await markAll({ kind: 'followed', userId, feedIds: [feedId] })
    if (action.do === 'mark view') await markAll({ kind: 'followed', userId, view: action.view })
    if (action.do === 'unfollow') await removeSubscriptions(storage, userId, [feedId])
    if (action.do === 'take back') await unmarkBatch(storage, userId, batches.pop() ?? 'none')
    if (action.do === 'follow') {
      await removeSubscriptions(storage, userId, [feedId])
      await seedSubscription(storage, userId, feedId, {
        view: action.view,
        hideFromTimeline: action.hidden ? 1 : 0,
      })
    }
  }

  const unreadIn = async (scope: TimelineScope): Promise<string[]> => {
    const ids: string[] = []
    for (let before: number | undefined; ;) {
      const page = await timelinePage(storage, scope, { read: false, before }, 4)
      if (page.length === 0) return ids
      ids.push(...page.map(({ id }) => id))
      before = page.at(-1)?.publishedAt
    }
  }

  test('counts equal the pages of the unread timelines, whatever a user did before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (actions) => {
        const input = await library()
        for (const action of actions) await perform(input, action)
        const listed: Counts = {}
        for (const feedId of input.feedIds) {
          const unread = await unreadIn({ kind: 'followed', userId: input.userId, feedIds: [feedId] })
          if (unread.length > 0) listed[feedId] = unread.length
        }
        expect(await unreadCounts(storage, input.userId)).toEqual(listed)
        expect(await totalUnread(storage, input.userId)).toBe(
          Object.values(listed).reduce((a, b) => a + b, 0),
        )
      }),
      { numRuns: kind === 'sqlite' ? 30 : 6 },
    )
  })

  test('marking a view marks what its timeline lists and nothing else, and can be taken back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 20 }), fc.nat(1), async (actions, view) => {
        const input = await library()
        for (const action of actions) await perform(input, action)
        const { userId } = input
        const location: TimelineScope = { kind: 'followed', userId, view }
        const [listed, before] = [await unreadIn(location), await unreadCounts(storage, userId)]
        const batch = testId()
        const marked = await markAllRead(storage, location, {}, { readAt: NOON, batch })
        expect(Object.values(marked).reduce((a, b) => a + b, 0)).toBe(listed.length)
        expect(await unreadIn(location)).toEqual([])
        expect(await unmarkBatch(storage, userId, batch)).toEqual(marked)
        expect(await unreadCounts(storage, userId)).toEqual(before)
        expect(await unreadIn(location)).toEqual(listed)
      }),
      { numRuns: kind === 'sqlite' ? 30 : 6 },
    )
  })

  test('a window takes both its ends in, and an arrival bound leaves its moment out', async () => {
    const { userId, feedIds } = await library()
    const feedId = feedIds[0] ?? ''
    await seedSubscription(storage, userId, feedId)
    const scope: TimelineScope = { kind: 'followed', userId, feedIds: [feedId] }
    const mark = () => ({ readAt: NOON, batch: testId() })
    expect(await markAllRead(storage, scope, { insertedBefore: NOON + 1 }, mark())).toEqual({ [feedId]: 1 })
    expect(await markAllRead(storage, scope, { start: NOON + 1, end: NOON + 2 }, mark())).toEqual({
      [feedId]: 4,
    })
    expect(await markAllRead(storage, scope, { start: NOON + 3 }, mark())).toEqual({})
  })

  test('taking a mark-all back leaves what was read before it, and marks of others', async () => {
    const { userId, feedIds, entryIds } = await library()
    const feedId = feedIds[0] ?? ''
    const other = await seedUser(storage)
    for (const reader of [userId, other]) await seedSubscription(storage, reader, feedId)
    await markRead(storage, userId, entryIds.slice(0, 2), NOON)
    for (const reader of [userId, other])
      await markAllRead(
        storage,
        { kind: 'followed', userId: reader },
        {},
        { readAt: NOON, batch: 'same key' },
      )
    expect(await unmarkBatch(storage, userId, 'same key')).toEqual({ [feedId]: 4 })
    expect(await unreadCounts(storage, userId)).toEqual({ [feedId]: 4 })
    expect(await unreadCounts(storage, other)).toEqual({})
  })

  test('unknown ids and repeated marks change nothing', async () => {
    const { userId, feedIds, entryIds } = await library()
    await seedSubscription(storage, userId, feedIds[0] ?? '')
    const id = entryIds[0] ?? ''
    await markRead(storage, userId, [id, id, 'nothing', testId()], NOON)
    await markRead(storage, userId, [id], NOON + 5)
    const rows = await storage.db.selectFrom('reads').selectAll().where('userId', '=', userId).execute()
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { userId, entryId: id, readAt: NOON, batch: null, feedId: feedIds[0] },
    ])
  })

  test('private followers are not named to others as readers', async () => {
    const { userId, feedIds, entryIds } = await library()
    const [feedId, id] = [feedIds[0] ?? '', entryIds[0] ?? '']
    const open = await seedUser(storage)
    await seedSubscription(storage, userId, feedId, { isPrivate: 1 })
    await seedSubscription(storage, open, feedId)
    for (const reader of [userId, open]) await markRead(storage, reader, [id], NOON)
    const seenBy = async (asking: string) => {
      const { total, readers } = await readersOf(storage, asking, { id, feedId }, { offset: 0, limit: 20 })
      return { total, ids: readers.map((one) => one.id).toSorted() }
    }
    expect(await seenBy(open)).toEqual({ total: 1, ids: [open] })
    expect(await seenBy(userId)).toEqual({ total: 2, ids: [userId, open].toSorted() })
  })
})
