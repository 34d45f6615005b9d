import fc from 'fast-check'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  NOON,
  seedEarlierFeed,
  seedEntries,
  seedFeed,
  seedListSubscription,
  seedSubscription,
} from '../../../../tests/support/library.ts'
import { createOwnDatabase, type OwnDatabase } from '../../../../tests/support/postgres.ts'
import { kinds, openTestStorage, seedUser, testId } from '../../../../tests/support/storage.ts'
import { deleteUserData } from '../../accounts/delete-user-data.ts'
import { sqliteDialect } from '../../storage/engine/sqlite.ts'
import { storeImport } from '../../storage/lists/imports.ts'
import { addListSubscription, removeListSubscription } from '../../storage/lists/list-subscriptions.ts'
import {
  addList,
  addListFeeds,
  followedBy,
  listsById,
  removeList,
  removeListFeed,
} from '../../storage/lists/lists.ts'
import { addSubscription, removeSubscriptions } from '../../storage/lists/subscriptions.ts'
import { migrate, openStorage, type Storage } from '../../storage/open.ts'
import type { ListRow, Schema } from '../../storage/schema.ts'
import { moveFeed } from '../store/move-feed.ts'
import { changeSchedule, claimDue, isFollowed, selectFeeds } from '../../storage/feeds/feed-schedule.ts'

const FEEDS = 5
const PEOPLE = 3
const LISTS = 3

const changes = [
  'follow',
  'unfollow',
  'import',
  'follow a list',
  'unfollow a list',
  'add to a list',
  'take from a list',
  'delete a list',
  'merge',
  'delete a feed',
  'delete an account',
] as const
type Change = { readonly kind: (typeof changes)[number] } & Readonly<
  Record<'feed' | 'person' | 'list', number>
>

/** Feeds, lists and users in which a change picks by number; those that a change deletes are replaced. */
async function createLibrary(storage: Storage) {
  const { db } = storage
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => seedUser(storage)))
  const feeds = await Promise.all(Array.from({ length: FEEDS }, () => seedFeed(storage)))
  const newList = async (): Promise<ListRow> => {
    const ownerUserId = people[0] ?? ''
    const times = { createdAt: NOON, updatedAt: NOON }
    const row = {
      id: testId(),
      title: 'A list',
      description: null,
      image: null,
      view: 0,
      fee: 0,
      ownerUserId,
    }
    await addList({ db }, { ...row, ...times })
    return { ...row, ...times }
  }
  const lists: ListRow[] = []
  for (let index = 0; index < LISTS; index += 1) lists.push(await newList())
  const settings = { view: 0, category: null, title: null, isPrivate: 0, hideFromTimeline: 0 } as const

  return async ({ kind, feed, person, list: at }: Change): Promise<void> => {
    const [feedId = '', userId = ''] = [feeds[feed], people[person]]
    const list = lists[at] as ListRow
    if (kind === 'follow')
      await addSubscription(storage, { ...settings, id: testId(), userId, feedId, createdAt: NOON })
    if (kind === 'unfollow') await removeSubscriptions(storage, userId, [feedId])
    if (kind === 'import') {
      const { url } = await db
        .selectFrom('feeds')
        .select('url')
        .where('id', '=', feedId)
        .executeTakeFirstOrThrow()
      const line = { line: 1, url, title: null, follow: settings, request: null, outcome: null, reason: null }
      await storeImport(storage, [line], { id: testId(), userId, now: NOON, newId: testId })
    }
    if (kind === 'follow a list') await addListSubscription(storage, followedBy(userId, list))
    if (kind === 'unfollow a list') await removeListSubscription(storage, userId, list.id)
    if (kind === 'add to a list') await addListFeeds(storage, list.id, [feedId], NOON)
    if (kind === 'take from a list') await removeListFeed(storage, list.id, feedId)
    if (kind === 'delete a list') await removeList(storage, list)
    if (kind === 'merge') {
      const rows = await selectFeeds(db).where('id', '=', feedId).execute()
      const target = await db
        .selectFrom('feeds')
        .select('url')
        .where('id', '=', feeds[(feed + 1) % FEEDS] ?? '')
        .executeTakeFirstOrThrow()
      for (const row of rows) await db.transaction().execute((trx) => moveFeed(trx, row, target.url))
      feeds[feed] = await seedFeed(storage)
    }
    if (kind === 'delete a feed') {
      await db.deleteFrom('feeds').where('id', '=', feedId).execute()
      feeds[feed] = await seedFeed(storage)
    }
    if (kind === 'delete an account') {
      await deleteUserData(storage, userId)
      people[person] = await seedUser(storage)
    }
    // A list goes with the account of its owner unless somebody else follows it.
    const listed = await listsById(
      storage,
      lists.map(({ id }) => id),
    )
    for (const [index, { id }] of lists.entries()) lists[index] = listed.get(id) ?? (await newList())
  }
}

/** Feeds that are followed and not scheduled, and those that are scheduled and not followed. */
async function differences({ db }: Storage) {
  const rows = await db
    .selectFrom('feedSchedule')
    .select(['feedId as id', 'followed', isFollowed(sql`"feedSchedule"."feedId"`).as('hasFollower')])
    .execute()
  const wrong = rows.filter(({ followed, hasFollower }) => (followed === 1) !== Boolean(hasFollower))
  return {
    forgotten: wrong.filter(({ hasFollower }) => hasFollower).map(({ id }) => id),
    needless: wrong.filter(({ hasFollower }) => !hasFollower).map(({ id }) => id),
    followed: rows.filter(({ hasFollower }) => hasFollower).length,
  }
}

const change = fc.record({
  kind: fc.constantFrom(...changes),
  feed: fc.nat(FEEDS - 1),
  person: fc.nat(PEOPLE - 1),
  list: fc.nat(LISTS - 1),
})

describe.each(kinds)('scheduled feeds, on %s', (kind) => {
  let storage: Storage
  afterAll(() => storage.close())

  test('are those that someone follows, whatever was followed, unfollowed and deleted before', async () => {
    storage = await openTestStorage(kind)
    const act = await createLibrary(storage)
    let scheduled = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (list) => {
        for (const one of list) {
          await act(one)
          const { followed, ...rest } = await differences(storage)
          expect({ after: one.kind, ...rest }).toEqual({ after: one.kind, forgotten: [], needless: [] })
          scheduled = Math.max(scheduled, followed)
        }
        await storage.db.updateTable('feedSchedule').set({ lease: 0 }).execute()
        const claimed = await claimDue(storage, NOON, 100)
        const rows = await selectFeeds(storage.db)
          .where(isFollowed(sql`feeds.id`))
          .where('gone', '=', 0)
          .execute()
        expect(claimed.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
      }),
      { numRuns: kind === 'sqlite' ? 60 : 8, endOnFailure: true },
    )
    expect(scheduled).toBeGreaterThan(1)
  }, 60_000)

  test('are right in a database of an earlier Lectern', async () => {
    const dialect =
      kind === 'sqlite' ? sqliteDialect(':memory:') : new PGliteDialect({ pglite: await PGlite.create() })
    const db = new Kysely<Schema>({ dialect })
    const earlier = { db, kind: storage.kind, close: () => db.destroy() }
    await migrate(earlier, '0067-plugin-versions')
    const [userId, feedId] = [await seedUser(earlier), await seedEarlierFeed(earlier)]
    await seedSubscription(earlier, userId, feedId)
    const inList = await seedEarlierFeed(earlier)
    await seedListSubscription(earlier, userId, inList)
    const lines = '1767225600000 304 00000000 000120\n'
    const state = {
      checkedAt: 3,
      waitUntil: 4,
      failures: 5,
      gone: 1 as const,
      lease: 6,
      nextFetchAt: 7,
      quietFetches: lines,
    }
    const old = await seedEarlierFeed(earlier, { ...state, etag: '"8"' })
    await migrate(earlier)
    expect(await selectFeeds(db).where('id', '=', old).executeTakeFirst()).toMatchObject({
      ...state,
      id: old,
      followed: 0,
      etag: '"8"',
    })
    expect(await differences(earlier)).toEqual({ forgotten: [], needless: [], followed: 2 })
    const claimed = await claimDue(earlier, NOON, 10)
    expect(claimed.map(({ id }) => id).toSorted()).toEqual([feedId, inList].toSorted())
    await earlier.close()
  }, 60_000)
})

describe.skipIf(!process.env['LECTERN_TEST_DATABASE_URL'])('at once on PostgreSQL', () => {
  let database: OwnDatabase
  let storage: Storage
  beforeAll(async () => {
    database = await createOwnDatabase()
    storage = await openStorage({ url: database.url, dir: '' })
  }, 60_000)
  afterAll(async () => {
    await storage.close()
    await database.drop()
  })

  test('no feed with a follower is forgotten, and one without is given up when it is claimed', async () => {
    const { db } = storage
    const people = await Promise.all(Array.from({ length: 4 }, () => seedUser(storage)))
    const feeds = await Promise.all(Array.from({ length: 3 }, () => seedFeed(storage)))
    const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
    const failures: string[] = []
    const act = async (number: number): Promise<unknown> => {
      const [feedId, userId] = [any(feeds), any(people)]
      if (number % 5 === 0)
        return db.transaction().execute(async (trx) => {
          for (const id of feeds) {
            await seedEntries({ ...storage, db: trx }, id, [{}])
            await changeSchedule(trx, id, { nextFetchAt: NOON, lease: 0 })
          }
        })
      if (number % 5 === 1) return claimDue(storage, NOON, 2)
      if (Math.random() < 0.5) return removeSubscriptions(storage, userId, [feedId])
      return seedSubscription(storage, userId, feedId)
    }
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        Array.from({ length: 8 }, async (_, hand) => {
          for (let number = 0; number < 60; number += 1)
            await act(number + hand).catch((error: Error) => failures.push(error.message))
        }),
      )
      expect((await differences(storage)).forgotten).toEqual([])
      await db.updateTable('feedSchedule').set({ lease: 0 }).execute()
      await claimDue(storage, NOON, 100)
      expect(await differences(storage)).toMatchObject({ forgotten: [], needless: [] })
    }
    // The same user follows a feed twice.
    expect(failures.filter((text) => !text.includes('subscriptionsUserFeed'))).toEqual([])
  }, 120_000)

  test('an account with a private feed is deleted while a fetch of the feed is stored', async () => {
    const { db } = storage
    const userId = await seedUser(storage)
    const feedId = await seedFeed(storage)
    await db.insertInto('privateFeeds').values({ feedId }).execute()
    await seedSubscription(storage, userId, feedId)
    let deleted: Promise<void> | undefined
    await db.transaction().execute(async (trx) => {
      await seedEntries({ ...storage, db: trx }, feedId, [{}])
      deleted = deleteUserData(storage, userId)
      // It waits for this transaction by then.
      const waits = sql<{ count: string }>`select count(*) from pg_locks where not granted`
      await vi.waitUntil(async () => Number((await waits.execute(db)).rows[0]?.count) > 0)
      await changeSchedule(trx, feedId, { nextFetchAt: NOON, lease: 0 })
    })
    await deleted
    expect(await selectFeeds(db).where('id', '=', feedId).execute()).toEqual([])
  }, 60_000)
})
