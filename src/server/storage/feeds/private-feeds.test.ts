import { Kysely, sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import {
  NOON,
  seedEarlierFeed,
  seedEntries,
  seedFeed,
  seedSubscription,
} from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { moveFeed } from '../../feeds/store/move-feed.ts'
import { visibleFeedIds } from './feeds-read.ts'
import { addList, addListFeeds, removeListFeed } from '../lists/lists.ts'
import { migrate, type Storage } from '../open.ts'
import { removeAbandonedFeeds } from './private-feeds.ts'
import { sqliteDialect } from '../engine/sqlite.ts'
import type { Schema } from '../schema.ts'
import { selectFeeds } from './feed-schedule.ts'
import { changeSubscriptions, removeSubscriptions } from '../lists/subscriptions.ts'

let storage: Storage
afterEach(() => storage.close())

const stored = async (): Promise<string[]> => {
  const rows = await storage.db.selectFrom('feeds').select('id').execute()
  return rows.map(({ id }) => id).toSorted()
}
const feedOf = (id: string) => selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()
const isSeen = async (userId: string | null, feedId: string): Promise<boolean> =>
  (await visibleFeedIds(storage, userId, [feedId])).length > 0

describe.each(kinds)('private feeds on %s', (kind) => {
  test('a feed is hidden from the first private follower on, but for who follows it openly now', async () => {
    storage = await openTestStorage(kind)
    const [ann, ben] = [await seedUser(storage), await seedUser(storage)]
    const feedId = await seedFeed(storage)
    await seedEntries(storage, feedId, [{}])
    expect(await isSeen(null, feedId)).toBe(true)
    await seedSubscription(storage, ann, feedId, { isPrivate: 1 })
    expect([await isSeen(ann, feedId), await isSeen(ben, feedId), await isSeen(null, feedId)]).toEqual([
      true,
      false,
      false,
    ])
    await seedSubscription(storage, ben, feedId)
    expect(await isSeen(null, feedId)).toBe(true)
    await removeSubscriptions(storage, ben, [feedId])
    expect([await isSeen(ann, feedId), await isSeen(ben, feedId), await isSeen(null, feedId)]).toEqual([
      true,
      false,
      false,
    ])
    await changeSubscriptions(storage, ann, [feedId], { isPrivate: 0 })
    expect(await isSeen(null, feedId)).toBe(true)
    // It was private once: it is deleted with its last follower, even a public one.
    await removeSubscriptions(storage, ann, [feedId])
    expect(await stored()).toEqual([])
  })

  test('a subscription that becomes private hides the feed, and an open feed stays without followers', async () => {
    storage = await openTestStorage(kind)
    const ann = await seedUser(storage)
    const [secret, open] = [await seedFeed(storage), await seedFeed(storage)]
    for (const feedId of [secret, open]) await seedSubscription(storage, ann, feedId)
    await changeSubscriptions(storage, ann, [secret], { isPrivate: 1 })
    expect([await isSeen(null, secret), await isSeen(null, open)]).toEqual([false, true])
    await removeSubscriptions(storage, ann, [secret, open])
    expect(await stored()).toEqual([open])
    expect(await isSeen(null, open)).toBe(true)
  })

  test('nothing is left of a private feed, and of others everything', async () => {
    storage = await openTestStorage(kind)
    const [ann, ben] = [await seedUser(storage), await seedUser(storage)]
    const other = await seedFeed(storage)
    const [read = ''] = await seedEntries(storage, other, [{}])
    const feedId = await seedFeed(storage, { url: 'https://feeds.example/?token=of-ann' })
    const [entryId = ''] = await seedEntries(storage, feedId, [{ content: 'of-ann' }])
    for (const id of [feedId, other]) await seedSubscription(storage, ann, id, { isPrivate: 1 })
    await seedSubscription(storage, ben, other)
    await storage.db.insertInto('feedAliases').values({ url: 'https://old.example/of-ann', feedId }).execute()
    await storage.db
      .insertInto('feedIcons')
      .values({ feedId, source: 'https://of-ann.example/', type: null, bytes: null, checkedAt: NOON })
      .execute()
    const mark = { userId: ann, readAt: NOON, batch: null }
    await storage.db
      .insertInto('reads')
      .values([
        { ...mark, entryId, feedId },
        { ...mark, entryId: read, feedId: other },
      ])
      .execute()
    await removeSubscriptions(storage, ann, [feedId, other])
    const results: string[] = []
    for (const { name, columns } of await storage.db.introspection.getTables())
      for (const column of columns) {
        const text = sql`cast(${sql.ref(`${name}.${column.name}`)} as text)`
        const { rows } = await sql`select 1 from ${sql.table(name)}
          where ${text} like '%of-ann%' or ${text} in (${feedId}, ${entryId}) limit 1`.execute(storage.db)
        if (rows.length > 0) results.push(`${name}.${column.name}`)
      }
    expect(results).toEqual([])
    expect(await stored()).toEqual([other])
    const marks = await storage.db.selectFrom('reads').select('entryId').execute()
    expect(marks).toEqual([{ entryId: read }])
  })

  test('a star, a list, or an owner retains a private feed, hidden, until that is removed as well', async () => {
    storage = await openTestStorage(kind)
    const [ann, ben] = [await seedUser(storage), await seedUser(storage)]
    const [starred, listed, claimed] = [
      await seedFeed(storage),
      await seedFeed(storage),
      await seedFeed(storage, { ownerUserId: ann }),
    ]
    const [entryId = ''] = await seedEntries(storage, starred, [{}])
    const feedIds = [starred, listed, claimed]
    for (const id of feedIds) await seedSubscription(storage, ann, id, { isPrivate: 1 })
    await storage.db
      .insertInto('collections')
      .values({ userId: ben, entryId, view: 0, createdAt: NOON })
      .execute()
    const list = { id: 'a-list', ownerUserId: ben, title: 'A', view: 0, fee: 0, createdAt: 1, updatedAt: 1 }
    await addList(storage, { ...list, description: null, image: null })
    await addListFeeds(storage, list.id, [listed], NOON)
    await removeSubscriptions(storage, ann, feedIds)
    await removeAbandonedFeeds(storage)
    expect(await stored()).toEqual(feedIds.toSorted())
    for (const id of feedIds) expect([await isSeen(ann, id), await isSeen(null, id)]).toEqual([false, false])
    expect([await isSeen(ben, starred), await isSeen(ben, listed), await isSeen(ben, claimed)]).toEqual([
      true,
      true,
      false,
    ])
    await storage.db.deleteFrom('collections').execute()
    await removeListFeed(storage, list.id, listed)
    await removeAbandonedFeeds(storage)
    expect(await stored()).toEqual([claimed])
  })

  test('a private feed that joins another leaves nothing to strangers, and is cleared away', async () => {
    storage = await openTestStorage(kind)
    const ann = await seedUser(storage)
    const [from, to] = [await seedFeed(storage), await seedFeed(storage)]
    await seedSubscription(storage, ann, from, { isPrivate: 1 })
    const { url } = await feedOf(to)
    const old = await feedOf(from)
    await storage.db.transaction().execute((db) => moveFeed(db, old, url))
    for (const id of [from, to]) expect(await isSeen(null, id)).toBe(false)
    expect(await isSeen(ann, to)).toBe(true)
    await removeAbandonedFeeds(storage)
    expect(await stored()).toEqual([to])
  })
})

test('privately followed feeds of an older database are marked', async () => {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(':memory:') })
  storage = { db, kind: 'sqlite', close: () => db.destroy() }
  await migrate(storage, '0021-failed-attempts')
  const [ann, ben] = [await seedUser(storage), await seedUser(storage)]
  const [secret, shared, open] = [
    await seedEarlierFeed(storage),
    await seedEarlierFeed(storage),
    await seedEarlierFeed(storage),
  ]
  for (const feedId of [secret, shared]) await seedSubscription(storage, ann, feedId, { isPrivate: 1 })
  for (const feedId of [shared, open]) await seedSubscription(storage, ben, feedId)
  await migrate(storage)
  expect([await isSeen(null, secret), await isSeen(null, shared), await isSeen(null, open)]).toEqual([
    false,
    true,
    true,
  ])
  await removeSubscriptions(storage, ben, [shared, open])
  expect([await isSeen(null, shared), await isSeen(null, open)]).toEqual([false, true])
})
