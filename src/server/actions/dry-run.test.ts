import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJobs } from '../../../tests/support/jobs.ts'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { storedHtml } from '../../../tests/support/stored-html.ts'
import type { Condition, Rule } from '../../contract/actions.ts'
import type { Media } from '../../contract/shapes.ts'
import type { ParsedEntry } from '../feeds/parsed-feed.ts'
import { dryRun } from './dry-run.ts'
import { evaluateRules } from './evaluate-rules.ts'
import { noRulePlugins, type RulePlugins } from './rule-plugins.ts'
import { selectFeeds } from '../storage/feeds/feed-schedule.ts'
import { actionQueues } from './queues.ts'

const NOW = Date.UTC(2026, 8, 1)
const DAY_MS = 86_400_000
const DAYS = 90

const word = fc.constantFrom('tea', 'gold', 'Ärger', '雲', 'advert')
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('entry_title', 'entry_content', 'entry_author', 'title', 'category', 'feed_url'),
    operator: fc.constantFrom('contains', 'not_contains', 'eq', 'not_eq', 'regex'),
    value: word,
  }),
  fc.record({
    field: fc.constant('view'),
    operator: fc.constantFrom('eq', 'not_eq'),
    value: fc.constantFrom('0', '1'),
  }),
  fc.record({
    field: fc.constant('status'),
    operator: fc.constant('eq'),
    value: fc.constantFrom('read', 'collected'),
  }),
  fc.record({
    field: fc.constant('entry_media_length'),
    operator: fc.constantFrom('eq', 'gt', 'lt'),
    value: fc.constantFrom('0', '1'),
  }),
  fc.record({
    field: fc.constant('query'),
    operator: fc.constantFrom('eq', 'not_eq'),
    value: fc.oneof(
      word,
      fc.constantFrom('title:tea OR is:starred', 'in:tea', 'feed:gold', 'older:40d', 'has:image', '-is:read'),
    ),
  }),
)
/** Of plugins: known, failing, and not there. */
const pluginCondition: fc.Arbitrary<Condition> = fc.record({
  field: fc.constantFrom('words:has', 'words:broken', 'gone:has'),
  operator: fc.constantFrom('eq', 'not_eq'),
  value: word,
})
/** A plugin host with two plugins, of which one condition is known. */
const rulePlugins: RulePlugins = {
  ...noRulePlugins,
  evaluate: async ({ plugin, name, value, entries }) =>
    plugin === 'words' && name === 'has'
      ? { ok: true, output: entries.map((one) => `${one.title} ${one.content()}`.includes(value)) }
      : { ok: false, words: { key: 'plugin.missing' }, isTransient: false, mayHaveHappened: false },
}
const rule: fc.Arbitrary<Rule> = fc.record({
  name: word,
  condition: fc.array(fc.array(fc.oneof(condition, pluginCondition), { minLength: 1, maxLength: 2 }), {
    maxLength: 2,
  }),
  result: fc.record(
    {
      star: fc.boolean(),
      silence: fc.boolean(),
      block: fc.boolean(),
      summary: fc.boolean(),
      disabled: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
})
const entry = fc.record({
  title: fc.option(word),
  content: fc.option(word.map((text) => `<p>${text}</p>`)),
  author: fc.option(word),
  media: fc.constantFrom<Media[]>([], [{ type: 'photo', url: 'https://example.org/a.png' }]),
  age: fc.integer({ min: 0, max: 120 }),
  feed: fc.constantFrom(0, 1),
  state: fc.constantFrom<'unread' | 'read' | 'batch' | 'starred'>('unread', 'read', 'batch', 'starred'),
})
type RandomEntry = typeof entry extends fc.Arbitrary<infer T> ? T : never

describe.each(kinds)('the dry run on %s', (kind) => {
  let server: TestServer
  let user: TestUser
  let feeds: string[]
  beforeAll(async () => {
    server = await startTestServer({ kind, now: () => NOW })
    server.services.rulePlugins.provide(rulePlugins)
    user = await server.signUp()
    const { storage } = server
    feeds = [await seedFeed(storage, { title: 'gold' }), await seedFeed(storage, { title: 'other' })]
    await seedSubscription(storage, user.id, feeds[0] ?? '', { view: 0, category: 'tea' })
    await seedSubscription(storage, user.id, feeds[1] ?? '', { view: 1, title: 'Ärger' })
  })
  afterAll(() => server.close())

  type Seed = { id: string; age: number; state: string; input: Parameters<typeof seedEntries>[2][number] }
  const seed = async (entries: readonly RandomEntry[]) => {
    const { storage } = server
    for (const table of ['ruleActs', 'entryActions', 'collections', 'reads', 'entries'] as const)
      await storage.db.deleteFrom(table).execute()
    const seeded: Seed[] = []
    for (const { feed, age, state, content, media, ...texts } of entries) {
      const publishedAt = NOW - age * DAY_MS - 1
      const input = {
        ...texts,
        publishedAt,
        media: JSON.stringify(media),
        ...(content !== null && { content }),
      }
      const [id = ''] = await seedEntries(storage, feeds[feed] ?? '', [input])
      const mark = { userId: user.id, entryId: id }
      if (state === 'starred')
        await storage.db
          .insertInto('collections')
          .values({ ...mark, view: 0, createdAt: 1 })
          .execute()
      if (state === 'read' || state === 'batch')
        await storage.db
          .insertInto('reads')
          .values({ ...mark, readAt: 1, batch: state === 'batch' ? 'b' : null })
          .execute()
      seeded.push({ id, age, state, input })
    }
    return seeded
  }
  const ask = async <T>(path: string, method: string, body: object): Promise<T> =>
    ((await (await user.request(path, { method, body })).json()) as { data: T }).data
  const state = async () => {
    const { db } = server.storage
    const order = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    return {
      reads: order(await db.selectFrom('reads').select(['entryId', 'batch']).execute()),
      stars: order(await db.selectFrom('collections').select('entryId').execute()),
      results: order(await db.selectFrom('entryActions').selectAll().execute()),
    }
  }

  type Dry = {
    touched: number
    rules: {
      count: number
      entryIds: string[]
      opened: number
      starred: number
      applied: number
      caught: { position: number; count: number }[]
    }[]
  }
  test('says what a run then does, and undo restores everything', async () => {
    const property = fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.array(entry, { maxLength: 12 }),
      async (rules, entries) => {
        const seeded = await seed(entries)
        const before = await state()
        const dry = await ask<Dry>('/actions/dry-run', 'POST', { rules, days: DAYS, limit: 100 })
        const { run } = await ask<{ run: string }>('/actions/run', 'POST', { rules, days: DAYS })
        await runJobs(server.storage, actionQueues(server.services), NOW)
        const acts = await server.storage.db.selectFrom('ruleActs').selectAll().execute()
        // Equal rules are one: their second occurrence acts on nothing.
        const first = rules.findIndex.bind(rules)
        const matched = rules.map((one, at) =>
          first((other) => JSON.stringify(other) === JSON.stringify(one)) === at
            ? acts.flatMap(({ position, entryId }) => (position === at ? entryId : [])).toSorted()
            : null,
        )
        for (const [at, ids] of matched.entries()) {
          if (ids === null) continue
          const dryRule = dry.rules[at]
          expect(dryRule?.entryIds.toSorted(), JSON.stringify(rules[at])).toEqual(ids)
          expect(dryRule?.count).toBe(ids.length)
          const of = (wanted: string) =>
            seeded.filter(({ id, state: one }) => ids.includes(id) && one === wanted).length
          expect(dryRule?.opened).toBe(of('read'))
          expect(dryRule?.starred).toBe(of('starred'))
          expect(dryRule?.applied).toBe(0)
          for (const { position, count } of dryRule?.caught ?? []) {
            const earlier = matched[position]
            if (earlier) expect(count).toBe(ids.filter((id) => earlier.includes(id)).length)
          }
        }
        expect(dry.touched).toBe(new Set(acts.map(({ entryId }) => entryId)).size)
        expect(seeded.filter(({ age, id }) => age >= DAYS && acts.some((act) => act.entryId === id))).toEqual(
          [],
        )
        await ask('/actions/run', 'DELETE', { run })
        expect(await state()).toEqual(before)
      },
    )
    await fc.assert(property, { numRuns: kind === 'sqlite' ? 60 : 12 })
  }, 120_000)

  test('says what the rules do as entries arrive', async () => {
    const unmarked = entry.map((one) => ({ ...one, feed: 0 as const, state: 'unread' as const }))
    const property = fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.array(unmarked, { minLength: 1, maxLength: 8 }),
      async (rules, entries) => {
        await seed([])
        await user.request('/actions', { method: 'PUT', body: { rules } })
        const drafts = entries.map(({ title, content, author, media, age }, at): ParsedEntry => ({
          guid: String(at),
          title,
          content: content === null ? null : storedHtml(content),
          author,
          media,
          publishedAt: NOW - age * DAY_MS - 1,
          url: null,
          description: null,
          authorUrl: null,
          authorAvatar: null,
          language: null,
          categories: [],
          attachments: [],
          extra: null,
        }))
        const { storage } = server
        const feed = await selectFeeds(storage.db)
          .where('id', '=', feeds[0] ?? '')
          .executeTakeFirstOrThrow()
        const arrived = await evaluateRules({ ...server.services, now: () => NOW }, feed, drafts)
        const seeded = await seed(entries)
        const dry = await dryRun(server.services, user.id, rules, { now: NOW, limit: 100 })
        for (const [at, { entries: named }] of dry.rules.entries()) {
          const guids = arrived.flatMap(({ guid, acts }) =>
            acts.some((act) => act.position === at) ? guid : [],
          )
          const ids = guids.flatMap((guid) => seeded[Number(guid)]?.id ?? [])
          expect(named.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
        }
      },
    )
    await fc.assert(property, { numRuns: kind === 'sqlite' ? 60 : 12 })
  }, 120_000)
})
