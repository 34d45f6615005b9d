import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fuzzRuns } from '../../../tests/support/fuzz.ts'
import {
  seedEntries,
  seedFeed,
  seedListSubscription,
  seedSubscription,
} from '../../../tests/support/library.ts'
import { startTestServer, type TestUser } from '../../../tests/support/server.ts'
import { rssOf, startSite } from '../../../tests/support/site.ts'
import { kinds, openTestStorage, seedUser, testId } from '../../../tests/support/storage.ts'
import type { Output } from '../../contract/calls.ts'
import type { RetentionRule } from '../../contract/retention.ts'
import { createFeeds } from '../feeds/index.ts'
import { addLabel } from '../storage/entries/entry-labels.ts'
import { clearFeed } from '../storage/entries/entries.ts'
import { noteDeletions } from '../storage/entries/entry-deletions.ts'
import { insertHighlight } from '../storage/entries/highlights.ts'
import type { Storage } from '../storage/open.ts'
import { putRetentionRules, retentionRuns } from '../storage/entries/retention-rules.ts'
import { deleteByRules, selectByRules } from '../storage/entries/retention.ts'
import { applyRetention } from './retention.ts'

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000
const TIMEOUT_MS = 120_000

type History = {
  /** Age in days, and what users did with it. */
  readonly feeds: readonly (readonly {
    readonly age: number
    readonly stored: number
    readonly kept: string
  }[])[]
  readonly inbox: readonly number[]
  readonly maxAgeDays: number | null
  readonly maxEntries: number | null
  /** The rule of the first feed, if it has one. */
  readonly own: { readonly maxAgeDays: number | null; readonly maxEntries: number | null } | null
}
const bound = (min: number, max: number) => fc.option(fc.integer({ min, max }))
const entry = fc.record({
  age: fc.integer({ min: 0, max: 60 }),
  stored: fc.integer({ min: 0, max: 60 }),
  kept: fc.constantFrom('no', 'no', 'no', 'starred', 'labelled', 'once labelled', 'noted'),
})
const history: fc.Arbitrary<History> = fc.record({
  feeds: fc.array(fc.array(entry, { maxLength: 24 }), { minLength: 1, maxLength: 3 }),
  inbox: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
  maxAgeDays: bound(1, 50),
  maxEntries: bound(10, 20),
  own: fc.option(fc.record({ maxAgeDays: bound(1, 50), maxEntries: bound(10, 20) })),
})

describe.each(kinds)('retention on %s', (kind) => {
  let storage: Storage
  beforeEach(async () => {
    storage = await openTestStorage(kind)
  })
  afterEach(() => storage.close())

  const idsOf = async (feedId: string) => {
    const rows = await storage.db.selectFrom('entries').select('id').where('feedId', '=', feedId).execute()
    return new Set(rows.map(({ id }) => id))
  }

  test(
    'deletes what the dry run names and no more, and never what a user keeps, over random histories',
    async () => {
      const userId = await seedUser(storage)
      await fc.assert(
        fc.asyncProperty(history, async ({ feeds, inbox, maxAgeDays, maxEntries, own }) => {
          await storage.db.deleteFrom('feeds').execute()
          const seeded = []
          for (const entries of feeds) {
            const feedId = await seedFeed(storage)
            const ids = await seedEntries(
              storage,
              feedId,
              entries.map(({ age, stored }) => ({
                publishedAt: NOW - age * DAY,
                insertedAt: NOW - stored * DAY,
              })),
            )
            for (const [index, aged] of entries.entries()) await keep(userId, ids[index] ?? '', aged.kept)
            seeded.push({ feedId, entries: entries.map((one, at) => ({ ...one, id: ids[at] ?? '' })) })
          }
          const mails = await seedFeed(storage, { inboxUserId: userId, url: `inbox:${testId()}` })
          const mailIds = await seedEntries(
            storage,
            mails,
            inbox.map((age) => ({ publishedAt: NOW - age * DAY, insertedAt: NOW - age * DAY })),
          )
          const rules: RetentionRule[] = [
            { scope: 'all', maxAgeDays, maxEntries },
            ...(own ? [{ scope: seeded[0]?.feedId ?? '', ...own }] : []),
          ]

          const expected = new Map<string, number>()
          for (const [at, { feedId, entries }] of seeded.entries()) {
            const lost =
              entries.length - staying(entries, at === 0 && own ? own : { maxAgeDays, maxEntries }).length
            if (lost > 0) expected.set(feedId, lost)
          }
          expect(await selectByRules(storage, { general: rules, own: [] }, NOW)).toEqual(expected)
          expect(await deleteByRules(storage, { general: rules, own: [] }, () => NOW)).toEqual(expected)
          for (const [at, { feedId, entries }] of seeded.entries()) {
            const left = staying(entries, at === 0 && own ? own : { maxAgeDays, maxEntries })
            expect(await idsOf(feedId)).toEqual(new Set(left.map(({ id }) => id)))
          }
          expect(await idsOf(mails)).toEqual(new Set(mailIds))
        }),
        fuzzRuns(25),
      )
    },
    TIMEOUT_MS,
  )

  async function keep(userId: string, entryId: string, kept: string): Promise<void> {
    const { db } = storage
    if (kept === 'starred')
      await db.insertInto('collections').values({ userId, entryId, view: 0, createdAt: NOW }).execute()
    if (kept === 'noted') {
      const place = { prefix: '', suffix: '', startOffset: null, endOffset: null }
      const note = { exact: null, note: 'stays', title: null, color: 'yellow' as const, createdAt: NOW }
      await insertHighlight(storage, userId, { ...place, ...note, id: testId(), entryId }, NOW)
    }
    if (kept !== 'labelled' && kept !== 'once labelled') return
    const name = kept === 'labelled' ? 'Later' : 'Gone'
    await addLabel(storage, userId, { name, entryIds: [entryId] }, { now: NOW, newId: testId })
    await db.updateTable('labels').set({ deletedAt: NOW }).where('name', '=', 'Gone').execute()
  }

  test('a document does not bring a deleted entry back, and a reset of the feed does', async () => {
    const site = await startSite()
    site.answer = (_, response) => void response.end(rssOf(['a', 'b']))
    const server = await startTestServer({ kind, env: { FETCH_ALLOW: '127.0.0.1' } })
    const feeds = createFeeds(server.services)
    try {
      const { id } = await feeds.follow(`${site.url}/feed`)
      const titles = async () =>
        (await server.storage.db.selectFrom('entries').select('title').where('feedId', '=', id).execute())
          .map(({ title }) => title)
          .toSorted()
      const rules = [{ scope: 'all', maxAgeDays: 1, maxEntries: null }]
      await deleteByRules(server.storage, { general: rules, own: [] }, () => Date.now() + 2 * DAY)
      expect(await titles()).toEqual([])
      site.answer = (_, response) => void response.end(rssOf(['a', 'b', 'c']))
      await feeds.refresh(id)
      expect(await titles()).toEqual(['c'])
      const admin = await server.signUp('admin')
      Object.assign(server.services.feeds, { refresh: feeds.refresh })
      await admin.request('/subscriptions', { method: 'POST', body: { feedId: id, view: 0 } })
      expect((await admin.request('/feeds/reset', { method: 'POST', body: { id } })).status).toBe(200)
      expect(await titles()).toEqual(['a', 'b', 'c'])
    } finally {
      await feeds.stop()
      await server.close()
      site.close()
    }
  })

  test('followers learn which entries were deleted, page by page, and other users nothing', async () => {
    const server = await startTestServer({ kind })
    try {
      const [ann, ben] = [await server.signUp('ann'), await server.signUp('ben')]
      const now = server.services.now()
      const old = { publishedAt: now - 400 * DAY, insertedAt: now - 400 * DAY }
      const [followed, listed, other] = [
        await seedFeed(server.storage),
        await seedFeed(server.storage),
        await seedFeed(server.storage),
      ]
      await seedSubscription(server.storage, ann.id, followed, { isPrivate: 1 })
      await seedSubscription(server.storage, ben.id, other)
      await seedListSubscription(server.storage, ann.id, listed)
      const [deleted, remaining] = await seedEntries(server.storage, followed, [
        old,
        { publishedAt: now, insertedAt: now },
      ])
      const [deletedOfList] = await seedEntries(server.storage, listed, [old])
      const [deletedOfOther] = await seedEntries(server.storage, other, [old])
      const rules = { general: [{ scope: 'all', maxAgeDays: 30, maxEntries: null }], own: [] }
      const deletedOf = async (user: TestUser, cursor?: string) => {
        const query = cursor === undefined ? '' : `?cursor=${cursor}`
        return (await (await user.request(`/entries/deleted${query}`)).json()) as Output<'entries.deleted'>
      }
      // Those of the last minute are sent later: other transactions may be open.
      await deleteByRules(server.storage, rules, () => now - 120_000)
      const first = await deletedOf(ann)
      expect(new Set(first.data)).toEqual(new Set([deleted, deletedOfList]))
      expect(first.cursor).toEqual(expect.any(String))
      expect(await deletedOf(ann, first.cursor)).toEqual({ code: 0, data: [] })
      expect((await deletedOf(ben)).data).toEqual([deletedOfOther])

      await clearFeed(server.storage, followed, now)
      expect(await deletedOf(ann, first.cursor)).toEqual({ code: 0, data: [] })
      await server.storage.db
        .updateTable('entryDeletions')
        .set({ deletedAt: now - 61_000 })
        .where('entryId', '=', remaining ?? '')
        .execute()
      expect((await deletedOf(ann, first.cursor)).data).toEqual([remaining])
      // A former follower gets no more deletions of the feed.
      await server.storage.db.deleteFrom('subscriptions').where('userId', '=', ann.id).execute()
      expect((await deletedOf(ann)).data).toEqual([deletedOfList])
      expect((await ann.request('/entries/deleted?cursor=nonsense')).status).toBe(400)
    } finally {
      await server.close()
    }
  })

  test('a browser without entries begins with the deletions that come, of what its user follows', async () => {
    let time = NOW
    const server = await startTestServer({ kind, now: () => time })
    try {
      const [ann, ben] = [await server.signUp('ann'), await server.signUp('ben')]
      const feedId = await seedFeed(server.storage)
      await seedSubscription(server.storage, ann.id, feedId)
      const note = (entryId: string, deletedAt: number) =>
        noteDeletions(server.storage, { feedId, entryIds: [entryId], deletedAt })
      const deletedOf = async (user: TestUser, query: string) =>
        (await (await user.request(`/entries/deleted?${query}`)).json()) as Output<'entries.deleted'>
      await note('before', NOW - 120_000)
      const { data, cursor } = await deletedOf(ann, 'fromNow=true')
      expect(data).toEqual([])
      // A transaction that was open meanwhile.
      await note('meanwhile', NOW - 1)
      await note('after', NOW + 1)
      time += 61_000
      expect((await deletedOf(ann, `cursor=${cursor}`)).data).toEqual(['meanwhile', 'after'])
      expect((await deletedOf(ben, `cursor=${cursor}`)).data).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('a run is journaled with its rules; one that deletes nothing is not', async () => {
    const feedId = await seedFeed(storage)
    await seedEntries(storage, feedId, [{ publishedAt: NOW - 9 * DAY, insertedAt: NOW - 9 * DAY }])
    const rules = [{ scope: 'all', maxAgeDays: 5, maxEntries: null }]
    await putRetentionRules(storage, await seedUser(storage), rules, undefined)
    for (let run = 0; run < 2; run += 1) await applyRetention({ storage, now: () => NOW, newId: testId })
    expect(await retentionRuns(storage, 9)).toEqual([
      { id: expect.any(String), at: NOW, entries: 1, feeds: 1, rules: JSON.stringify(rules) },
    ])
  })

  test('an admin sees first what would go, without the titles of private feeds', async () => {
    const server = await startTestServer({ kind })
    try {
      const [admin, bob] = [await server.signUp('admin'), await server.signUp('bob')]
      const old = { publishedAt: NOW - 400 * DAY, insertedAt: NOW - 400 * DAY }
      const [open, secret] = [
        await seedFeed(server.storage, { title: 'Open' }),
        await seedFeed(server.storage, { title: 'Secret' }),
      ]
      await seedEntries(server.storage, open, [old, old])
      await seedEntries(server.storage, secret, [old])
      await bob.request('/subscriptions', {
        method: 'POST',
        body: { feedId: secret, view: 0, isPrivate: true },
      })
      const rules = [{ scope: 'all', maxAgeDays: 30, maxEntries: null }]
      const dryRun = () => admin.request('/admin/retention/dry-run', { method: 'POST', body: { rules } })
      const expected = {
        entries: 3,
        feeds: 2,
        most: [
          { title: 'Open', entries: 2 },
          { title: null, entries: 1 },
        ],
      }
      expect(await (await dryRun()).json()).toEqual({ code: 0, data: expected })
      expect(await (await dryRun()).json()).toEqual({ code: 0, data: expected })
      for (const [method, path] of [
        ['GET', '/admin/retention'],
        ['PUT', '/admin/retention'],
        ['POST', '/admin/retention/dry-run'],
      ] as const) {
        const answer = await bob.request(path, method === 'GET' ? {} : { method, body: { rules } })
        expect(answer.status).toBe(403)
      }
      await admin.request('/admin/retention', { method: 'PUT', body: { rules } })
      await applyRetention(server.services)
      expect(await (await admin.request('/admin/retention')).json()).toMatchObject({
        data: { rules: [{ ...rules[0], title: null }], runs: [{ entries: 3, feeds: 2 }] },
      })
    } finally {
      await server.close()
    }
  })
})

type Bounds = Pick<RetentionRule, 'maxAgeDays' | 'maxEntries'>
type Aged = { readonly id: string; readonly age: number; readonly stored: number; readonly kept: string }

const PRESERVED = new Set(['starred', 'labelled', 'noted'])
/** What a rule leaves, computed without the queries: the newest by publication, then id, and preserved ones. */
function staying(entries: readonly Aged[], { maxAgeDays, maxEntries }: Bounds): Aged[] {
  const newest = entries.toSorted((a, b) => a.age - b.age || (a.id < b.id ? 1 : -1))
  const within = new Set(newest.slice(0, maxEntries ?? Infinity))
  return entries.filter((one) => {
    const isOld = maxAgeDays !== null && one.age > maxAgeDays && one.stored > maxAgeDays
    return PRESERVED.has(one.kept) || (within.has(one) && !isOld)
  })
}
