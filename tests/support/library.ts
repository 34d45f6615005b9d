/** Feeds and entries for tests: rows inserted directly into the database, and a feed module that reads from memory. */
import { blank } from '../../src/server/email/incoming/parsed-mail.ts'
import type { ParsedEntry } from '../../src/server/feeds/parsed-feed.ts'
import type { Feeds } from '../../src/server/feeds/service.ts'
import { Refusal } from '../../src/server/http/refusal.ts'
import { addFeeds, changeSchedule, selectFeeds } from '../../src/server/storage/feeds/feed-schedule.ts'
import type { Storage } from '../../src/server/storage/open.ts'
import type {
  EntryRow,
  FeedFetchRow,
  FeedRow,
  ListSubscriptionRow,
  SubscriptionRow,
} from '../../src/server/storage/schema.ts'
import { seedUser, testId } from './storage.ts'
import { storedHtml } from './stored-html.ts'

/** An arbitrary time, ms since 1970. */
export const NOON = Date.UTC(2026, 4, 1, 12)

export async function seedFeed({ db }: Storage, input: Partial<FeedRow> = {}): Promise<string> {
  const feed = freshFeed(input)
  await addFeeds(db, [{ checkedAt: NOON, ...feed }])
  return feed.id
}

/** A feed of a database from before its schedule had a table (migrations/server/0071-feed-schedule.ts). */
export async function seedEarlierFeed({ db }: Storage, input: Partial<FeedRow> = {}): Promise<string> {
  const feed = freshFeed(input)
  await db
    .insertInto('feeds')
    .values({ checkedAt: NOON, ...feed } as never)
    .execute()
  return feed.id
}

function freshFeed(input: Partial<FeedRow>) {
  const id = input.id ?? testId()
  const fresh = { title: `Feed ${id}`, createdAt: NOON, updatedAt: NOON, nextFetchAt: NOON }
  return { url: `https://feeds.example/${id}.xml`, ...fresh, ...input, id }
}

export type SeedEntry = Partial<EntryRow> & { readonly content?: string }

/** @returns ids in the order of the input */
export async function seedEntries(
  { db }: Storage,
  feedId: string,
  input: readonly SeedEntry[],
): Promise<string[]> {
  const rows = input.map(({ content: _content, ...entry }) => {
    const id = entry.id ?? testId()
    const fresh = { title: `Entry ${id}`, hash: id, publishedAt: NOON, insertedAt: NOON, updatedAt: NOON }
    return { ...fresh, guid: id, ...entry, id, feedId }
  })
  const contents = rows.flatMap(({ id }, at) => {
    const content = input[at]?.content
    return content === undefined ? [] : [{ entryId: id, content: storedHtml(content) }]
  })
  if (rows.length > 0) await db.insertInto('entries').values(rows).execute()
  if (contents.length > 0) await db.insertInto('entryContents').values(contents).execute()
  return rows.map(({ id }) => id)
}

export async function seedSubscription(
  { db }: Storage,
  userId: string,
  feedId: string,
  input: Partial<SubscriptionRow> = {},
): Promise<void> {
  const plain = {
    view: 0,
    category: null,
    title: null,
    isPrivate: 0,
    hideFromTimeline: 0,
    createdAt: NOON,
  } as const
  await db
    .insertInto('subscriptions')
    .values({ ...plain, ...input, id: testId(), userId, feedId })
    .execute()
}

/** A user's own list with one feed, which the user follows. */
export async function seedListSubscription(
  { db }: Storage,
  userId: string,
  feedId: string,
  input: Partial<ListSubscriptionRow> = {},
): Promise<void> {
  const listId = testId()
  const list = { title: `List ${listId}`, description: null, image: null, view: 0, fee: 0 }
  await db
    .insertInto('lists')
    .values({ ...list, id: listId, ownerUserId: userId, createdAt: NOON, updatedAt: NOON })
    .execute()
  await db.insertInto('listFeeds').values({ listId, feedId, addedAt: NOON }).execute()
  const plain = { view: 0, category: null, title: null, isPrivate: 0, hideFromTimeline: 0 } as const
  await db
    .insertInto('listSubscriptions')
    .values({ ...plain, ...input, userId, listId, createdAt: NOON })
    .execute()
}

/** A user who follows one feed without entries. */
export async function seedFollower(storage: Storage): Promise<{ userId: string; feedId: string }> {
  const [userId, feedId] = [await seedUser(storage), await seedFeed(storage)]
  await seedSubscription(storage, userId, feedId)
  return { userId, feedId }
}

/** Ids of the entries that a user has read. */
export async function readEntryIds({ db }: Storage, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('reads').select('entryId').where('userId', '=', userId).execute()
  return rows.map(({ entryId }) => entryId)
}

/** The feed at an address. */
export type Document = { readonly title: string; readonly entries: readonly Partial<ParsedEntry>[] }

/**
 * Feeds in a map instead of the network, stored in the database. `fetched` lists the requested addresses.
 * @param storage returns the database, which the server may open later
 */
export function memoryFeeds(
  documents: ReadonlyMap<string, Document>,
  storage: () => Storage,
): Feeds & { readonly fetched: string[] } {
  const fetched: string[] = []
  const read = (url: string): Document => {
    fetched.push(url)
    const document = documents.get(url)
    if (!document) throw new Refusal('feedFetchError', `${url} answered 404 Not Found.`)
    return document
  }
  const rowOf = (url: string) => selectFeeds(storage().db).where('url', '=', url).executeTakeFirst()
  const store = async (feedId: string, { title, entries }: Document): Promise<void> => {
    await storage()
      .db.updateTable('feeds')
      .set({ title, errorMessage: null })
      .where('id', '=', feedId)
      .execute()
    await changeSchedule(storage().db, feedId, { checkedAt: NOON })
    const known = await storage()
      .db.selectFrom('entries')
      .select('guid')
      .where('feedId', '=', feedId)
      .execute()
    const fresh = entries.filter(({ guid }) => !known.some((row) => row.guid === guid))
    await seedEntries(
      storage(),
      feedId,
      fresh.map(({ guid, title: name }) => ({ guid: guid ?? testId(), title: name ?? null })),
    )
  }
  const refresh = async (feedId: string): Promise<FeedFetchRow> => {
    const row = await selectFeeds(storage().db).where('id', '=', feedId).executeTakeFirst()
    if (!row) throw new Refusal('feedNotFound')
    const record = { feedId, at: NOON, newEntries: 0, bytes: 0, milliseconds: 0 }
    try {
      await store(feedId, read(row.url))
      return { ...record, status: 200, outcome: 'stored', message: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const message = error.reason ?? null
      await storage()
        .db.updateTable('feeds')
        .set({ errorMessage: message, errorAt: NOON })
        .where('id', '=', feedId)
        .execute()
      return { ...record, status: 404, outcome: 'failed', message }
    }
  }
  return {
    fetched,
    refresh,
    check: async (_, ids) =>
      Promise.all(
        ids.map(async (id) => {
          const { outcome, at, message } = await refresh(id)
          const state = outcome === 'failed' ? ('failed' as const) : ('checked' as const)
          return { id, state, asked: true, checkedAt: at, nextFetchAt: at + 3_600_000, message }
        }),
      ),
    follow: async (url) => {
      const known = await rowOf(url)
      if (known) return known
      const document = read(url)
      await store(await seedFeed(storage(), { url }), document)
      const row = await rowOf(url)
      if (!row) throw new Error('the feed was just stored')
      return row
    },
    inspectPage: async (url) => ({ url, title: null, outline: '', candidates: [], parts: [] }),
    preview: async (url) => {
      const { title, entries } = read(url)
      const feed = {
        url,
        title,
        description: null,
        image: null,
        siteUrl: null,
        language: null,
        ttlMinutes: null,
      }
      return { feed, entries: entries.map((entry) => ({ ...blank, publishedAt: NOON, ...entry })) }
    },
    discover: async (address) => [{ url: address, title: read(address).title }],
    proofs: async (url) => {
      read(url)
      return { entries: [], description: '', challenges: [] }
    },
    readability: async () => storedHtml('<p>The whole article.</p>'),
    episodes: {
      transcript: async () => null,
      chapters: async () => [],
      fetchNew: async () => undefined,
    },
    readPage: async () => null,
    hub: { verify: async () => null, push: async () => false },
    askHubs: async () => undefined,
    start: () => undefined,
    stop: async () => undefined,
  }
}
