import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choosePicture, exported, imported, nothing, put } from '../../../tests/support/account-files.ts'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startServerWithPlugins } from '../../../tests/support/plugin-server.ts'
import { type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import { addStar } from '../storage/entries/collections.ts'
import { addLabel } from '../storage/entries/entry-labels.ts'
import { insertHighlight } from '../storage/entries/highlights.ts'
import { addFeedRequest } from '../storage/feeds/feed-requests.ts'
import { addListFeeds } from '../storage/lists/lists.ts'
import { putPluginValue } from '../storage/plugins/plugin-values.ts'
import { putSave } from '../storage/plugins/saves.ts'
import { putQueuedTracks } from '../storage/reads/queued-tracks.ts'
import { putPositions } from '../storage/reads/positions.ts'
import { markRead } from '../storage/reads/reads.ts'
import { builtInPlugins } from '../plugins/load-manifests.ts'
import type { AccountRecord } from './records.ts'

/** A plugin with a table that travels. */
const hasDigests = existsSync(join(builtInPlugins, 'digests'))

/**
 * The lines of a file in no order; without what feeds say of themselves, which another server has once they are fetched, and
 * without passwords, which it has not.
 */
function account(file: string): unknown[] {
  const records = file
    .trim()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as AccountRecord)
  const listed = new Set(records.flatMap((one) => (one.type === 'list' ? one.feeds : [])))
  return records
    .flatMap((one): unknown[] => {
      // A feed of which only marks are known is named by these.
      if (one.type === 'feed')
        return one.subscription || listed.has(one.feed)
          ? [
              {
                ...one,
                title: null,
                siteUrl: null,
                request: one.request && { ...one.request, hasSecrets: null },
              },
            ]
          : []
      if (one.type === 'marks') return one.marks.map((mark) => ({ feed: one.feed, ...mark }))
      return [one]
    })
    .map((one) => JSON.stringify(one))
    .toSorted()
}

const word = fc
  .string({ unit: fc.constantFrom(...'abcdefg éß日'), minLength: 1, maxLength: 12 })
  .map((text) => `x${text.trim().replace(/ +/g, ' ')}`)
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 2 })
const entry = fc.record({
  title: maybe(word),
  content: maybe(word),
  categories: fc.array(word, { maxLength: 2 }),
  read: fc.boolean(),
  star: fc.boolean(),
  labels: fc.uniqueArray(fc.constantFrom('work', 'work/later', 'home'), { maxLength: 2 }),
  note: maybe(word),
  seconds: maybe(fc.integer({ min: 1, max: 5000 })),
  saved: fc.boolean(),
  queued: maybe(fc.constantFrom('waits', 'played')),
})
const feed = fc.record({
  kind: fc.constantFrom('shared', 'own', 'left'),
  view: fc.integer({ min: 0, max: 5 }),
  category: maybe(word),
  title: maybe(word),
  isPrivate: fc.boolean(),
  hidden: fc.boolean(),
  entries: fc.array(entry, { maxLength: 4 }),
})
const generated = fc.record({
  feeds: fc.array(feed, { minLength: 1, maxLength: 4 }),
  lists: fc.array(fc.record({ title: word, view: fc.integer({ min: 0, max: 5 }) }), { maxLength: 3 }),
  mails: fc.array(entry, { maxLength: 3 }),
  digests: fc.array(fc.record({ name: word, query: word, hour: fc.integer({ min: 0, max: 23 }) }), {
    maxLength: 3,
  }),
  rule: word,
  search: word,
  bio: maybe(word),
  picture: fc.option(fc.uint8Array({ maxLength: 40 })),
})
type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never

/** Stores a generated account. */
async function fill({ storage, services }: TestServer, who: TestUser, one: Generated): Promise<void> {
  const making = { now: NOON, newId: testId }
  const site = `https://${testId()}.example`
  const ids: string[] = []
  const addEntries = async (feedId: string, entries: Generated['mails']) => {
    const rows = entries.map(({ title, content, categories }, at) => ({
      guid: `${site}/${feedId}/${at}`,
      title,
      url: `${site}/${at}`,
      publishedAt: NOON + at,
      categories: categories.length > 0 ? JSON.stringify(categories) : null,
      ...(content !== null && { content: `<p>${content}</p>` }),
    }))
    const entryIds = await seedEntries(storage, feedId, rows)
    for (const [at, { read, star, labels, note, seconds, saved, queued, title }] of entries.entries()) {
      const entryId = entryIds[at] ?? ''
      if (read) await markRead(storage, who.id, [entryId], NOON + at)
      if (star) await addStar(storage, { userId: who.id, entryId, view: 1, createdAt: NOON + at })
      for (const name of labels) await addLabel(storage, who.id, { name, entryIds: [entryId] }, making)
      const quote = { exact: note, prefix: 'a', suffix: '', startOffset: 1, endOffset: 2 }
      const highlight = { id: `h-${entryId}`, entryId, note, color: 'green' as const, createdAt: NOON, title }
      if (note !== null) await insertHighlight(storage, who.id, { ...highlight, ...quote }, NOON)
      if (seconds !== null)
        await putPositions(storage, who.id, [{ entryId, seconds: seconds + 0.5, at: NOON }])
      const url = 'https://elsewhere.example/1'
      const src = `${site}/${feedId}/${at}.mp3`
      // In the order in which the file has its fields.
      const file = { src, entryId, feedId, title: title ?? '', mime: null, image: null, duration: 60 }
      const place = { rank: at / 2, removed: queued === 'played', at: NOON }
      if (queued !== null) await putQueuedTracks(storage, who.id, [{ ...file, ...place }])
      if (saved) await putSave(storage, who.id, { entryId, plugin: 'readwise', url, at: NOON })
    }
  }
  for (const [at, { kind, view, category, title, isPrivate, hidden, entries }] of one.feeds.entries()) {
    const url = `${site}/feed${at}`
    const row = {
      view,
      category,
      title,
      isPrivate: isPrivate ? 1 : 0,
      hideFromTimeline: hidden ? 1 : 0,
    } as const
    let id = testId()
    if (kind === 'own') {
      const settings = {
        userAgent: 'Mine',
        proxy: null,
        username: 'ada',
        password: 'sealed',
        cookie: null,
      } as const
      const flags = { allowsInsecure: 1, ignoresEdits: 0, usesFetcher: 0 } as const
      const own = { id, userId: who.id, now: NOON, settings: { ...settings, ...flags } }
      await addFeedRequest(storage, { url }, own)
    } else id = await seedFeed(storage, { url })
    ids.push(id)
    if (kind !== 'left')
      await seedSubscription(storage, who.id, id, kind === 'own' ? { ...row, isPrivate: 1 } : row)
    await addEntries(id, entries)
  }
  for (const { title, view } of one.lists) {
    const { data } = await put(who, '/lists', { title, view, fee: 0 })
    await addListFeeds(storage, data.id, ids.slice(0, 2), NOON)
  }
  const handle = `mail-${testId()}`
  await put(who, '/inboxes', { handle, title: 'Mail' })
  const inbox = await storage.db
    .selectFrom('inboxes')
    .selectAll()
    .where('handle', '=', handle)
    .executeTakeFirstOrThrow()
  await addEntries(inbox.feedId, one.mails)
  const condition = [[{ field: 'entry_title', operator: 'contains', value: one.rule }]]
  await put(who, '/actions', { rules: [{ name: one.rule, condition, result: { star: true } }] }, 'PUT')
  const general = {
    savedSearches: [{ title: one.search, query: one.search }],
    feedTags: { [ids[0] ?? '']: ['a'] },
    subscriptionOrder: { [one.search]: [`feed/${ids[0]}`, `inbox/${handle}`] },
    highlightReviews: { x: [1, 2, 2] },
  }
  await put(who, '/settings/general', general, 'PATCH')
  await put(who, '/settings/appearance', { uiTextSize: 18 }, 'PATCH')
  await storage.db
    .insertInto('pluginSettings')
    .values({
      userId: who.id,
      plugin: 'obsidian',
      payload: `{"vault":"v","enabled":true}`,
      secrets: '{"token":"sealed"}',
    })
    .execute()
  await putPluginValue(storage, who.id, 'garden', { name: 'beds', value: '[1]', sealed: false })
  await putPluginValue(storage, who.id, 'garden', {
    name: 'key',
    value: services.secrets.close('k'),
    sealed: true,
  })
  if (hasDigests) {
    await put(who, '/plugins/digests/settings', { values: { enableDigests: true } }, 'PATCH')
    const daily = { frequency: 'daily', weekday: 1, timeZone: 'Asia/Tokyo', entries: 20, byMail: true }
    for (const input of one.digests)
      await put(who, '/plugins/digests/calls/put', { input: { ...daily, withEpub: true, ...input } })
  }
  if (one.bio !== null) await put(who, '/better-auth/update-user', { bio: one.bio })
  if (one.picture) await choosePicture(who, one.picture)
}

const pairs =
  kinds.length === 1
    ? [['sqlite', 'sqlite'] as const]
    : [['sqlite', 'sqlite'] as const, ['sqlite', 'pglite'] as const, ['pglite', 'sqlite'] as const]

describe.each(pairs)('an account of %s in %s', (one, other) => {
  let from: TestServer
  let to: TestServer
  beforeAll(async () => {
    // Digests that are made one after another differ in their time.
    let now = NOON
    const options = { only: ['digests'], now: () => (now += 1) }
    from = (await startServerWithPlugins(one, options)).server
    to = (await startServerWithPlugins(other, options)).server
  })
  afterAll(async () => {
    await from.close()
    await to.close()
  })

  test('is the same, also after a second import, which adds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (some) => {
        const [ada, ben] = [await from.signUp(), await to.signUp()]
        await fill(from, ada, some)
        const file = await exported(ada)
        const report = await imported(ben, file)
        expect(report.problems).toEqual([])
        expect(account(await exported(ben))).toEqual(account(file))
        expect(await imported(ben, gzipSync(file))).toMatchObject({
          added: nothing,
          waiting: 0,
          problems: [],
        })
        expect(account(await exported(ben))).toEqual(account(file))
        // Where it came from it adds nothing either.
        expect(await imported(ada, file)).toMatchObject({ added: nothing, waiting: 0 })
        expect(await exported(ada)).toBe(file)
      }),
      { numRuns: 6 },
    )
  })
})
