/** Many connections to one PostgreSQL; needs LECTERN_TEST_DATABASE_URL. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../../tests/support/library.ts'
import { createOwnDatabase, type OwnDatabase } from '../../../../tests/support/postgres.ts'
import { seedUser } from '../../../../tests/support/storage.ts'
import { markAllRead, unmarkBatch } from './mark-all.ts'
import { openStorage, type Storage } from '../open.ts'
import { markRead, unmarkRead } from './reads.ts'

const PEOPLE = 4
const FEEDS = 4
/** Of each feed. */
const ENTRIES = 120
const HANDS = 8
const MARKS = 60

describe.skipIf(!process.env['LECTERN_TEST_DATABASE_URL'])('marks at once on PostgreSQL', () => {
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

  /** Counts that differ from the rows, and marks of deleted entries. */
  async function wrong(): Promise<unknown[]> {
    const { rows } = await sql`
      select coalesce(k."userId", n."userId") as who, coalesce(k."feedId", n."feedId") as what, k.entries, n.count
      from "readCounts" k full join (select r."userId", e."feedId", count(*) as count
        from reads r join entries e on e.id = r."entryId" group by r."userId", e."feedId") n
        on n."userId" = k."userId" and n."feedId" = k."feedId" where coalesce(k.entries, 0) <> coalesce(n.count, 0)
      union all select 'everybody', coalesce(k."feedId", n."feedId"), k.entries, n.count
      from "feedCounts" k full join (select "feedId", count(*) as count from entries group by "feedId") n
        on n."feedId" = k."feedId" where coalesce(k.entries, 0) <> coalesce(n.count, 0)
      union all select r."userId", r."entryId", null, null from reads r
      where not exists (select 1 from entries e where e.id = r."entryId")
        or not exists (select 1 from "user" u where u.id = r."userId")`.execute(storage.db)
    return rows
  }

  async function library() {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => seedUser(storage)))
    const feeds = await Promise.all(Array.from({ length: FEEDS }, () => seedFeed(storage)))
    const entries: string[] = []
    for (const feedId of feeds) {
      for (const userId of people) await seedSubscription(storage, userId, feedId)
      const fresh = Array.from({ length: ENTRIES }, (_, at) => ({
        guid: `${feedId} ${at}`,
        publishedAt: NOON + at,
      }))
      entries.push(...(await seedEntries(storage, feedId, fresh)))
    }
    return { people, feeds, entries }
  }

  test('counts match the rows though entries, feeds and users are deleted while they are marked', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { people, feeds, entries } = await library()
      const failures: string[] = []
      const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
      const some = (): string[] => Array.from({ length: 12 }, () => any(entries))
      const act = async (hand: number, at: number): Promise<unknown> => {
        const [userId, feedId] = [any(people), any(feeds)]
        const everywhere = { kind: 'followed', userId } as const
        const action = Math.floor(Math.random() * 12)
        if (action < 3) return markRead(storage, userId, some(), NOON)
        if (action < 5) return unmarkRead(storage, userId, some())
        if (action < 7) return markAllRead(storage, everywhere, {}, { readAt: NOON, batch: `${hand}` })
        if (action < 9) return unmarkBatch(storage, userId, `${hand}`)
        if (action === 9) return storage.db.deleteFrom('entries').where('id', 'in', some()).execute()
        if (hand === 0 && at === 20) return storage.db.deleteFrom('feeds').where('id', '=', feedId).execute()
        if (hand === 1 && at === 30) return storage.db.deleteFrom('user').where('id', '=', userId).execute()
        return seedEntries(storage, feedId, [{ guid: `${hand} ${at} ${round}` }])
      }
      await Promise.all(
        Array.from({ length: HANDS }, async (_, hand) => {
          for (let at = 0; at < MARKS; at += 1)
            // Marks of a user who was just deleted, and entries of such a feed, are refused.
            await act(hand, at).catch((error: Error) => failures.push(error.message))
        }),
      )
      expect(await wrong()).toEqual([])
      expect(failures.filter((text) => !/a mark needs a person|entries_feedId_fkey/.test(text))).toEqual([])
      await storage.db.deleteFrom('feeds').execute()
      await storage.db.deleteFrom('user').execute()
      for (const table of ['reads', 'readCounts', 'feedCounts'] as const)
        expect(await storage.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  }, 120_000)

  test('of two concurrent marks of one scope each entry is marked by one of them', async () => {
    const { people, feeds } = await library()
    const [userId = ''] = people
    const mark = (batch: string) =>
      markAllRead(storage, { kind: 'followed', userId }, {}, { readAt: NOON, batch })
    for (let round = 0; round < 8; round += 1) {
      const counts = await Promise.all([mark('one'), mark('other')])
      const marked = (feedId: string) => counts.reduce((sum, some) => sum + (some[feedId] ?? 0), 0)
      expect(feeds.map(marked)).toEqual(feeds.map(() => ENTRIES))
      await unmarkBatch(storage, userId, 'one')
      await unmarkBatch(storage, userId, 'other')
    }
    expect(await wrong()).toEqual([])
  }, 120_000)
})
