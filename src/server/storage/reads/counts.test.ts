import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { insertMark } from '../actions/actions.ts'
import type { Storage } from '../open.ts'
import { markAllRead, unmarkBatch } from './mark-all.ts'
import { markRead, unmarkRead, unreadCounts } from './reads.ts'

/** The same number, counted row by row. */
async function walked({ db }: Storage, userId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{
    feedId: string
    count: number
  }>`select e."feedId", count(*) as count from entries e
    join subscriptions s on s."feedId" = e."feedId" and s."userId" = ${userId}
    where not exists (select 1 from reads r where r."userId" = ${userId} and r."entryId" = e.id)
      and not exists (select 1 from "entryActions" a where a."userId" = ${userId} and a."entryId" = e.id and a.blocked = 1)
    group by e."feedId"`.execute(db)
  return Object.fromEntries(rows.map(({ feedId, count }) => [feedId, Number(count)]))
}

const action = fc.record({
  kind: fc.constantFrom(
    'arrive',
    'mark',
    'mark as of old',
    'unmark',
    'mark all',
    'undo',
    'hold',
    'let go',
    'take entries',
    'take feed',
    'leave',
  ),
  who: fc.nat(1),
  feed: fc.nat(2),
  some: fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
})
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

describe.each(kinds)('on %s', (kind) => {
  test('counts match the rows after any action of users, feeds and rules', async () => {
    const storage = await openTestStorage(kind)
    const { db } = storage
    let arrived = 0
    const run = async (actions: readonly Action[]) => {
      const people = [await seedUser(storage), await seedUser(storage)]
      const feeds = [await seedFeed(storage), await seedFeed(storage), await seedFeed(storage)]
      for (const userId of people) for (const feed of feeds) await seedSubscription(storage, userId, feed)
      const entries: string[] = []
      const act = async ({ kind: what, who, feed: at, some }: Action) => {
        const [userId = '', feedId = ''] = [people[who], feeds[at]]
        const ids = some.flatMap((number) => entries[number] ?? [])
        const person = await db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst()
        if (!person) return
        const there = await db
          .selectFrom('entries')
          .select('id')
          .where('id', 'in', ['', ...ids])
          .execute()
        if (what === 'arrive') {
          if (!(await db.selectFrom('feeds').select('id').where('id', '=', feedId).executeTakeFirst())) return
          const fresh = some.map(() => ({ guid: `g${(arrived += 1)}`, publishedAt: NOON + arrived }))
          entries.push(...(await seedEntries(storage, feedId, fresh)))
        }
        if (what === 'mark') await markRead(storage, userId, ids, NOON)
        // Older marks without a feed.
        if (what === 'mark as of old')
          for (const { id: entryId } of there) await insertMark(storage, { userId, entryId, readAt: NOON })
        if (what === 'unmark') await unmarkRead(storage, userId, ids)
        if (what === 'mark all')
          await markAllRead(storage, { kind: 'followed', userId }, {}, { readAt: NOON, batch: `b${at}` })
        if (what === 'undo') await unmarkBatch(storage, userId, `b${at}`)
        if (what === 'hold')
          for (const { id } of there)
            await db
              .insertInto('entryActions')
              .values({ userId, entryId: id, result: '{}', blocked: 1 })
              .onConflict((on) => on.columns(['userId', 'entryId']).doUpdateSet({ blocked: 1 }))
              .execute()
        if (what === 'let go')
          await db.updateTable('entryActions').set({ blocked: 0 }).where('userId', '=', userId).execute()
        if (what === 'take entries')
          await db
            .deleteFrom('entries')
            .where('id', 'in', ['', ...ids])
            .execute()
        if (what === 'take feed' && some[0] === 1)
          await db.deleteFrom('feeds').where('id', '=', feedId).execute()
        if (what === 'leave' && some[0] === 2) await db.deleteFrom('user').where('id', '=', userId).execute()
      }
      for (const one of actions) {
        await act(one)
        for (const userId of people)
          expect(await unreadCounts(storage, userId)).toEqual(await walked(storage, userId))
      }
      await db.deleteFrom('feeds').execute()
    }
    try {
      await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), run), {
        numRuns: kind === 'sqlite' ? 60 : 15,
      })
      expect(await db.selectFrom('feedCounts').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('readCounts').selectAll().execute()).toEqual([])
    } finally {
      await storage.close()
    }
  }, 120_000)
})
