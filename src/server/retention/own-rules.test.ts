/** Rules of admins for their folders and queries, where entries are shared with users who have none. */
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../../../tests/support/fuzz.ts'
import {
  seedEntries,
  seedFeed,
  seedListSubscription,
  seedSubscription,
} from '../../../tests/support/library.ts'
import { startTestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds, openTestStorage, seedUser, testId } from '../../../tests/support/storage.ts'
import type { Output } from '../../contract/calls.ts'
import { addLabel } from '../storage/entries/entry-labels.ts'
import { insertHighlight } from '../storage/entries/highlights.ts'
import type { Storage } from '../storage/open.ts'
import { putRetentionRules, retentionRules } from '../storage/entries/retention-rules.ts'
import { deleteByRules, selectByRules } from '../storage/entries/retention.ts'
import { applyRetention } from './retention.ts'

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000

type Bounds = { readonly maxAgeDays: number | null; readonly maxEntries: number | null }
/** How a user follows a feed. */
type Following = 'not' | 'without a folder' | 'in News' | 'in Archive' | 'by a list in News'
type Entry = {
  /** Days since its publication, and since it was stored. */
  readonly age: number
  readonly stored: number
  readonly isGold: boolean
  /** Which of the users has read it. */
  readonly read: readonly boolean[]
  /** Which of the users has done what with it. */
  readonly mark: { readonly user: number; readonly kind: 'none' | 'star' | 'label' | 'highlight' | 'note' }
}
type StoredEntry = Entry & { readonly id: string }
type Feed = {
  readonly following: readonly Following[]
  readonly entries: readonly Entry[]
  readonly rule: Bounds | null
}
/** An admin's own rules. */
type Own = { readonly news: Bounds | null; readonly queries: Readonly<Record<string, Bounds | null>> }
type World = { readonly feeds: readonly Feed[]; readonly all: Bounds | null; readonly own: readonly Own[] }

/** Two admins and a user, by number. */
const USERS = 3
const ADMINS = 2
/** Queries, and what each selects for a user. */
const selects: Readonly<Record<string, (entry: Entry, user: number, folders: readonly string[]) => boolean>> =
  {
    'title:gold': ({ isGold }) => isGold,
    'is:read': ({ read }, user) => read[user] === true,
    '-title:gold is:unread': ({ isGold, read }, user) => !isGold && read[user] !== true,
    'in:News older:20d': ({ age }, _, folders) => folders.includes('News') && age > 20,
  }

const days = fc.integer({ min: 0, max: 60 })
const bounds: fc.Arbitrary<Bounds> = fc.record({
  maxAgeDays: fc.option(fc.integer({ min: 1, max: 50 })),
  maxEntries: fc.option(fc.integer({ min: 10, max: 14 })),
})
const limits = bounds.filter(({ maxAgeDays, maxEntries }) => maxAgeDays !== null || maxEntries !== null)
const entry: fc.Arbitrary<Entry> = fc.record({
  age: days,
  stored: days,
  isGold: fc.boolean(),
  read: fc.array(fc.boolean(), { minLength: USERS, maxLength: USERS }),
  mark: fc.record({
    user: fc.nat(USERS - 1),
    kind: fc.constantFrom('none', 'none', 'none', 'star', 'label', 'highlight', 'note'),
  }),
})
const feed: fc.Arbitrary<Feed> = fc.record({
  following: fc.array(
    fc.constantFrom<Following>(
      'not',
      'not',
      'without a folder',
      'in News',
      'in Archive',
      'by a list in News',
    ),
    { minLength: USERS, maxLength: USERS },
  ),
  entries: fc.array(entry, { maxLength: 20 }),
  rule: fc.option(bounds, { freq: 3 }),
})
const ownOfAdmin: fc.Arbitrary<Own> = fc.record({
  news: fc.option(bounds),
  queries: fc.record(
    Object.fromEntries(Object.keys(selects).map((query) => [query, fc.option(limits, { freq: 1 })])),
  ),
})
const world: fc.Arbitrary<World> = fc.record({
  feeds: fc.array(feed, { minLength: 1, maxLength: 3 }),
  all: fc.option(bounds),
  own: fc.array(ownOfAdmin, { minLength: ADMINS, maxLength: ADMINS }),
})

describe.each(kinds)('own rules of retention on %s', (kind) => {
  let storage: Storage
  beforeEach(async () => {
    storage = await openTestStorage(kind)
  })
  afterEach(() => storage.close())

  test(
    'the dry run counts what the run deletes: what all followers release, and nothing that a user preserves',
    async () => {
      const userIds: string[] = []
      for (let user = 0; user < USERS; user += 1)
        userIds.push(await seedUser(storage, { admin: user < ADMINS }))
      await fc.assert(
        fc.asyncProperty(world, async ({ feeds, all, own: ownRules }) => {
          await storage.db.deleteFrom('lists').execute()
          await storage.db.deleteFrom('feeds').execute()
          const stored: { feedId: string; feed: Feed; entries: StoredEntry[] }[] = []
          for (const one of feeds) stored.push({ feed: one, ...(await storeFeed(storage, userIds, one)) })
          const general = [
            ...(all ? [{ scope: 'all', ...all }] : []),
            ...stored.flatMap(({ feedId, feed: { rule } }) => (rule ? [{ scope: feedId, ...rule }] : [])),
          ]
          for (const [user, rules] of ownRules.entries())
            await putRetentionRules(storage, userIds[user] ?? '', general, ownRetentionRules(rules))

          const expected = new Map<string, number>()
          for (const { feedId, feed: one, entries } of stored) {
            const count = deletable(one, entries, all, ownRules).size
            if (count > 0) expected.set(feedId, count)
          }
          const rules = await retentionRules(storage)
          expect(await selectByRules(storage, rules, NOW)).toEqual(expected)
          expect(await deleteByRules(storage, rules, () => NOW)).toEqual(expected)
          for (const { feedId, feed: one, entries } of stored) {
            const deleted = deletable(one, entries, all, ownRules)
            const left = await storage.db
              .selectFrom('entries')
              .select('id')
              .where('feedId', '=', feedId)
              .execute()
            expect(new Set(left.map(({ id }) => id))).toEqual(
              new Set(entries.flatMap(({ id }) => (deleted.has(id) ? [] : [id]))),
            )
          }
          expect(await selectByRules(storage, rules, NOW)).toEqual(new Map())
        }),
        fuzzRuns(15),
      )
    },
    FUZZ_TIMEOUT_MS,
  )

  test('rules of a user who is no admin any more hold no longer', async () => {
    const [admin, former] = [await seedUser(storage, { admin: true }), await seedUser(storage)]
    const rule = { kind: 'folder', name: 'News', maxAgeDays: 5, maxEntries: null } as const
    for (const userId of [admin, former]) await putRetentionRules(storage, userId, [], [rule])
    expect(await retentionRules(storage)).toEqual({ general: [], own: [{ ...rule, userId: admin }] })
  })

  test('an admin reads and replaces their own rules, and neither sees nor changes those of another', async () => {
    const server = await startTestServer({ kind })
    try {
      const [ann, ben, cat] = [
        await server.signUp('ann'),
        await server.signUp('ben'),
        await server.signUp('cat'),
      ]
      await server.storage.db.updateTable('user').set({ admin: true }).where('id', '=', ben.id).execute()
      const folder = { kind: 'folder', name: 'News', maxAgeDays: 30, maxEntries: null }
      const query = { kind: 'query', name: 'title:gold', maxAgeDays: null, maxEntries: 10 }
      const put = (user: TestUser, body: object) => user.request('/admin/retention', { method: 'PUT', body })
      const rulesOf = async (user: TestUser) => (await retentionOf(user)).own
      expect((await put(ann, { rules: [], own: [folder, query] })).status).toBe(200)
      expect((await put(ben, { rules: [], own: [folder] })).status).toBe(200)
      expect(await rulesOf(ann)).toEqual([folder, query])
      // Without own rules in the request, the existing ones stay.
      expect((await put(ben, { rules: [] })).status).toBe(200)
      expect(await rulesOf(ben)).toEqual([folder])
      expect((await put(ben, { rules: [], own: [] })).status).toBe(200)
      expect([await rulesOf(ann), await rulesOf(ben)]).toEqual([[folder, query], []])

      for (const [rule, reason] of [
        [{ ...query, name: 'title:' }, 'A value is missing after “title”'],
        [{ ...query, name: 'gold sort:old' }, 'A condition has neither an order nor a limit'],
        [{ ...query, maxEntries: null }, 'A rule for a query needs an age or a number of entries.'],
      ] as const) {
        const refused = await put(ann, { rules: [], own: [rule] })
        expect([refused.status, await refused.json()]).toMatchObject([400, { reason }])
        const unseen = await ann.request('/admin/retention/dry-run', {
          method: 'POST',
          body: { rules: [], own: [rule] },
        })
        expect(unseen.status).toBe(400)
      }
      expect((await put(ann, { rules: [], own: [folder, folder] })).status).toBe(400)
      expect((await put(cat, { rules: [], own: [folder] })).status).toBe(403)
      expect(await rulesOf(ann)).toEqual([folder, query])
    } finally {
      await server.close()
    }
  })

  test('a shared entry stays while another user follows its feed; the dry run says so', async () => {
    const server = await startTestServer({ kind })
    try {
      const [ann, ben] = [await server.signUp('ann'), await server.signUp('ben')]
      const now = server.services.now()
      const old = { publishedAt: now - 400 * DAY, insertedAt: now - 400 * DAY }
      const [alone, shared] = [
        await seedFeed(server.storage, { title: 'Alone' }),
        await seedFeed(server.storage, { title: 'Shared' }),
      ]
      for (const feedId of [alone, shared]) {
        await seedEntries(server.storage, feedId, [old, { ...old, publishedAt: now, insertedAt: now }])
        await seedSubscription(server.storage, ann.id, feedId, { category: 'News' })
      }
      await seedSubscription(server.storage, ben.id, shared)
      const own = [{ kind: 'folder', name: 'News', maxAgeDays: 30, maxEntries: null }]
      const dryRun = async (rules: object[]) => {
        const body = { rules, own }
        const response = await ann.request('/admin/retention/dry-run', { method: 'POST', body })
        return ((await response.json()) as Output<'retention.dryRun'>).data
      }
      expect(await dryRun([])).toEqual({ entries: 1, feeds: 1, most: [{ title: 'Alone', entries: 1 }] })
      const all = [{ scope: 'all', maxAgeDays: 100, maxEntries: null }]
      expect(await dryRun(all)).toMatchObject({ entries: 2, feeds: 2 })
      await ann.request('/admin/retention', { method: 'PUT', body: { rules: [], own } })
      await applyRetention(server.services)
      expect((await retentionOf(ann)).runs).toMatchObject([{ entries: 1, feeds: 1 }])
    } finally {
      await server.close()
    }
  })

  test('the rule of a folder follows its new name, and not into another folder', async () => {
    const server = await startTestServer({ kind })
    try {
      const [ann, ben] = [await server.signUp('ann'), await server.signUp('ben')]
      await server.storage.db.updateTable('user').set({ admin: true }).where('id', '=', ben.id).execute()
      const [a, b, c] = [
        await seedFeed(server.storage),
        await seedFeed(server.storage),
        await seedFeed(server.storage),
      ]
      for (const user of [ann, ben]) {
        await seedSubscription(server.storage, user.id, a, { category: 'News' })
        await seedSubscription(server.storage, user.id, b, { category: 'News' })
        await seedSubscription(server.storage, user.id, c, { category: 'Archive' })
        const own = [{ kind: 'folder', name: 'News', maxAgeDays: 30, maxEntries: null }]
        await user.request('/admin/retention', { method: 'PUT', body: { rules: [], own } })
      }
      const move = (feedIdList: string[], category: string) =>
        ann.request('/categories', { method: 'PATCH', body: { feedIdList, category } })
      const names = async (user: TestUser) => (await retentionOf(user)).own.map(({ name }) => name)
      await move([a], 'Papers')
      expect(await names(ann)).toEqual(['News'])
      await move([a], 'News')
      await move([a, b], 'Papers')
      expect(await names(ann)).toEqual(['Papers'])
      expect(await names(ben)).toEqual(['News'])
      await move([a, b], 'Archive')
      expect(await names(ann)).toEqual(['Papers'])
    } finally {
      await server.close()
    }
  })
})

/** The data of an admin's page. */
const retentionOf = async (user: TestUser) =>
  ((await (await user.request('/admin/retention')).json()) as Output<'retention.get'>).data

async function storeFeed(
  storage: Storage,
  userIds: readonly string[],
  { following, entries }: Feed,
): Promise<{ feedId: string; entries: StoredEntry[] }> {
  const feedId = await seedFeed(storage)
  for (const [user, how] of following.entries()) await follow(storage, userIds[user] ?? '', feedId, how)
  const ids = await seedEntries(
    storage,
    feedId,
    entries.map(({ age, stored, isGold }) => ({
      publishedAt: NOW - age * DAY,
      insertedAt: NOW - stored * DAY,
      title: isGold ? 'Gold was found' : 'Nothing new',
    })),
  )
  for (const [at, { read, mark }] of entries.entries()) {
    const entryId = ids[at] ?? ''
    const readers = userIds.filter((_, user) => read[user])
    if (readers.length > 0)
      await storage.db
        .insertInto('reads')
        .values(readers.map((userId) => ({ userId, entryId, readAt: NOW })))
        .execute()
    await preserve(storage, userIds[mark.user] ?? '', entryId, mark.kind)
  }
  return { feedId, entries: entries.map((one, at) => ({ ...one, id: ids[at] ?? '' })) }
}

async function follow(storage: Storage, userId: string, feedId: string, how: Following): Promise<void> {
  if (how === 'not') return
  if (how !== 'by a list in News') {
    const category = how === 'without a folder' ? null : how.slice('in '.length)
    return seedSubscription(storage, userId, feedId, { category })
  }
  return seedListSubscription(storage, userId, feedId, { category: 'News' })
}

async function preserve(
  storage: Storage,
  userId: string,
  entryId: string,
  kind: Entry['mark']['kind'],
): Promise<void> {
  if (kind === 'star')
    await storage.db.insertInto('collections').values({ userId, entryId, view: 0, createdAt: NOW }).execute()
  if (kind === 'label')
    await addLabel(storage, userId, { name: 'Later', entryIds: [entryId] }, { now: NOW, newId: testId })
  if (kind === 'highlight' || kind === 'note') {
    const text = kind === 'highlight' ? { exact: 'found', note: null } : { exact: null, note: 'stays' }
    const position = { prefix: '', suffix: '', startOffset: null, endOffset: null }
    const highlight = { ...position, ...text, title: null, color: 'yellow' as const, createdAt: NOW }
    await insertHighlight(storage, userId, { ...highlight, id: testId(), entryId }, NOW)
  }
}

const ownRetentionRules = ({ news, queries }: Own) => [
  ...(news ? [{ kind: 'folder' as const, name: 'News', ...news }] : []),
  ...Object.entries(queries).flatMap(([name, rule]) =>
    rule ? [{ kind: 'query' as const, name, ...rule }] : [],
  ),
]

/** Ids of the entries that the rules should delete, from plain arrays. */
function deletable(
  { following, rule }: Feed,
  entries: readonly StoredEntry[],
  all: Bounds | null,
  ownRules: readonly Own[],
): ReadonlySet<string> {
  const followers = following.flatMap((how, user) => (how === 'not' ? [] : [user]))
  const releasedByDefault = beyond(entries, rule ?? all)
  const released = followers.map((user) => {
    const rules = user < ADMINS ? ownRules[user] : undefined
    if (!rules) return releasedByDefault
    const how = following[user]
    const folders = how === 'in News' || how === 'by a list in News' ? ['News'] : []
    const ofFolder = folders.length > 0 ? rules.news : null
    const byQueries = Object.entries(rules.queries).flatMap(([query, limit]) =>
      limit
        ? [
            ...beyond(
              entries.filter((one) => selects[query]?.(one, user, folders)),
              limit,
            ),
          ]
        : [],
    )
    return new Set([...beyond(entries, rule ?? ofFolder ?? all), ...byQueries])
  })
  if (followers.length === 0) released.push(releasedByDefault)
  const deleted = entries.filter(
    ({ id, mark }) => mark.kind === 'none' && released.every((ids) => ids.has(id)),
  )
  return new Set(deleted.map(({ id }) => id))
}

/** Ids of those that are too old, or not among the newest. */
function beyond(entries: readonly StoredEntry[], limit: Bounds | null): ReadonlySet<string> {
  const { maxAgeDays, maxEntries } = limit ?? { maxAgeDays: null, maxEntries: null }
  const newest = entries.toSorted((a, b) => a.age - b.age || (a.id < b.id ? 1 : -1))
  const within = new Set(newest.slice(0, maxEntries ?? Infinity))
  return new Set(
    entries.flatMap((one) => {
      const isTooOld = maxAgeDays !== null && one.age > maxAgeDays && one.stored > maxAgeDays
      return isTooOld || !within.has(one) ? [one.id] : []
    }),
  )
}
