import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { seedFeed } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser, testId } from '../../../../tests/support/storage.ts'
import type { Storage } from '../../storage/open.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import { fieldsOf, type EntryFields, fingerprint } from './entry-row.ts'
import { emptyAmong, storeEntries } from './store-entries.ts'
import { storedHtml } from '../../../../tests/support/stored-html.ts'

const texts = fc.array(fc.option(fc.string()), { minLength: 1, maxLength: 6 })

test('two lists of texts have one fingerprint only where they are the same', () => {
  fc.assert(
    fc.property(texts, texts, (some, others) => {
      const areSame = JSON.stringify(some) === JSON.stringify(others)
      expect(fingerprint(some) === fingerprint(others)).toBe(areSame)
    }),
  )
  expect(fingerprint(['a', 'b'])).not.toBe(fingerprint(['ab', '']))
  expect(fingerprint([null, 'a'])).not.toBe(fingerprint(['', 'a']))
  expect(fingerprint(['1,'])).not.toBe(fingerprint(['', ',']))
})

/** As entries of an older Lectern were stored. */
function formerHash({ hash: _, ...words }: EntryFields, content: string | null): string {
  const text = JSON.stringify([Object.values(words), content])
  return hash('sha256', text, 'base64url').slice(0, 32)
}

const draft: ParsedEntry = {
  guid: 'a',
  title: 'Ünder “quotes”',
  url: 'https://site.example/a',
  content: storedHtml('<p>"Said" \n and done</p>'),
  description: null,
  author: 'Ann',
  authorUrl: null,
  authorAvatar: null,
  language: 'en',
  categories: ['one', 'two'],
  media: [{ type: 'photo', url: 'https://site.example/a.png' }],
  attachments: [],
  extra: null,
  publishedAt: 5,
}

describe.each(kinds)('entries that come again, on %s', (kind) => {
  let storage: Storage
  afterEach(() => storage.close())

  test.each([
    ['of today', (fields: EntryFields) => fields.hash],
    ['of before', (fields: EntryFields) => formerHash(fields, draft.content)],
  ])('with a fingerprint %s are left alone, unless they say something else', async (_, hashed) => {
    storage = await openTestStorage(kind)
    const feedId = await seedFeed(storage)
    const to = (now: number) => ({ feedId, kind: storage.kind, now, newId: testId })
    await storeEntries(storage.db, [draft], to(10))
    await storage.db
      .updateTable('entries')
      .set({ hash: hashed(fieldsOf(draft)) })
      .execute()
    expect(await storeEntries(storage.db, [draft], to(20))).toEqual({ added: 0, changed: 0 })
    const updatedAt = async () =>
      (await storage.db.selectFrom('entries').select('updatedAt').executeTakeFirstOrThrow()).updatedAt
    expect(await updatedAt()).toBe(10)
    const edited = { ...draft, content: storedHtml('<p>Said and undone</p>') }
    expect(await storeEntries(storage.db, [edited], to(30))).toEqual({ added: 0, changed: 1 })
    expect(await storeEntries(storage.db, [edited], to(40))).toEqual({ added: 0, changed: 0 })
    expect(await updatedAt()).toBe(30)
  })

  test('feeds without entries differ from feeds with entries', async () => {
    storage = await openTestStorage(kind)
    const [one, other, third] = [await seedFeed(storage), await seedFeed(storage), await seedFeed(storage)]
    await storeEntries(storage.db, [draft], { feedId: other, kind: storage.kind, now: 1, newId: testId })
    expect(await emptyAmong(storage, [one, other])).toEqual(new Set([one]))
    expect(await emptyAmong(storage, [third, one])).toEqual(new Set([third, one]))
    expect(await emptyAmong(storage, [])).toEqual(new Set())
  })

  test('new entries are matched with waiting marks only where some wait for them', async () => {
    storage = await openTestStorage(kind)
    const matches: unknown[] = []
    const watch: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'RawNode' && JSON.stringify(node).includes('awaitedEntries')) matches.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const user = await seedUser(storage)
    const [feedId, other] = [await seedFeed(storage, { url: 'https://a.example/' }), await seedFeed(storage)]
    const mark = { userId: user, guid: 'b', readAt: 7, seconds: null, positionAt: null, entryId: null }
    await storage.db
      .insertInto('awaitedEntries')
      .values({ ...mark, feedUrl: 'https://a.example/' })
      .execute()
    const store = async (to: string, guid: string, isEmpty = false) => {
      const options = { feedId: to, isEmpty, kind: storage.kind, now: 1, newId: testId }
      await storeEntries(storage.db.withPlugin(watch), [{ ...draft, guid, title: guid }], options)
      return matches.length
    }
    expect(await emptyAmong(storage, [feedId, other])).toEqual(new Set([other]))
    expect(await store(other, 'b', true)).toBe(0)
    expect(await store(other, 'c')).toBe(0)
    expect(await store(feedId, 'a')).toBe(0)
    expect(await store(feedId, 'b')).toBe(1)
    expect(await storage.db.selectFrom('reads').select(['userId', 'readAt', 'feedId']).execute()).toEqual([
      { userId: user, readAt: 7, feedId },
    ])
    expect(await storage.db.selectFrom('awaitedEntries').select('guid').execute()).toEqual([])
  })
})
