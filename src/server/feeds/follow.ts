/** From an address to a stored feed. */
import { Refusal } from '../http/refusal.ts'
import type { FeedRow } from '../storage/schema.ts'
import { discover } from './discover/discover.ts'
import { iconOf } from './discover/icon.ts'
import { inspectAddress, type AddressContent } from './discover/inspect-address.ts'
import type { ParsedFeed } from './parsed-feed.ts'
import { normaliseAddress } from './fetch/source.ts'
import type { Pipeline } from './pipeline.ts'
import { findFeed } from './store/find-feed.ts'
import { storeDocuments } from './store/store-document.ts'

type FeedLook = Extract<AddressContent, { kind: 'feed' }>

/** The feed behind an address, looked at. @throws Refusal feedFetchError, feedParseError, invalidParameter */
export async function firstFeed(pipeline: Pipeline, typed: string): Promise<FeedLook> {
  const { feeds, looked } = await discover(pipeline, typed)
  if (looked) return looked
  const first = feeds[0]
  if (!first) throw new Refusal('feedParseError', 'No feed was found at this address')
  const look = await inspectAddress(pipeline, first.url)
  if (look.kind === 'feed') return look
  throw new Refusal(look.kind === 'failed' ? 'feedFetchError' : 'feedParseError', look.words)
}

/** @throws as {@link firstFeed} */
export async function follow(pipeline: Pipeline, typed: string): Promise<FeedRow> {
  const { db } = pipeline.storage
  const address = normaliseAddress(typed)
  const known = address ? await findFeed(db, address) : null
  if (known) return known
  const began = pipeline.now()
  const look = await firstFeed(pipeline, typed)
  const met = await findFeed(db, look.address)
  if (met) return met
  const { row, isNew } = await insertFeed(pipeline, look.address)
  // Stored under its final address already, so nothing is left to move.
  const document = { ...look.document, movedTo: null }
  if (isNew) await storeDocuments(pipeline, [{ feed: row, document, read: look.read, began }])
  if (isNew) await addIcon(pipeline, row, look.read.feed)
  if (isNew && address && look.document.movedTo) await rememberAlias(pipeline, address, row)
  return db.selectFrom('feeds').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
}

/** A feed without a picture shows its site's; asked for once, when the feed becomes known, and only of the site that was asked already. */
async function addIcon(
  pipeline: Pipeline,
  { id, url }: FeedRow,
  { image, siteUrl }: ParsedFeed,
): Promise<void> {
  const own = siteUrl !== null && URL.parse(siteUrl)?.hostname === URL.parse(url)?.hostname
  const icon = image === null && own ? await iconOf(pipeline, siteUrl) : null
  if (icon) await pipeline.storage.db.updateTable('feeds').set({ image: icon }).where('id', '=', id).execute()
}

/** Two people may follow the same new feed at once: the address is unique, the second finds the first's row. */
async function insertFeed(
  { storage, now, newId }: Pipeline,
  url: string,
): Promise<{ row: FeedRow; isNew: boolean }> {
  const at = now()
  const inserted = await storage.db
    .insertInto('feeds')
    .values({
      id: newId(),
      url,
      createdAt: at,
      updatedAt: at,
      nextFetchAt: at,
      failures: 0,
      gone: 0,
      lease: 0,
      ...UNKNOWN,
    })
    .onConflict((on) => on.column('url').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { row: inserted, isNew: true }
  const row = await storage.db
    .selectFrom('feeds')
    .selectAll()
    .where('url', '=', url)
    .executeTakeFirstOrThrow()
  return { row, isNew: false }
}

const UNKNOWN = {
  title: null,
  description: null,
  image: null,
  siteUrl: null,
  language: null,
  ownerUserId: null,
  checkedAt: null,
  etag: null,
  lastModified: null,
  bodyHash: null,
  ttlMinutes: null,
  errorMessage: null,
  errorAt: null,
  migrateTo: null,
  quietTimes: null,
  waitUntil: null,
} as const

async function rememberAlias({ storage }: Pipeline, url: string, feed: FeedRow): Promise<void> {
  if (url === feed.url) return
  await storage.db
    .insertInto('feedAliases')
    .values({ url, feedId: feed.id })
    .onConflict((on) => on.column('url').doNothing())
    .execute()
}
