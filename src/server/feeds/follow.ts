/** Finds and stores the feed of an address. */
import { readPageAddress } from '../../contract/page-address.ts'
import { Refusal } from '../http/refusal.ts'
import {
  addFeedRequest,
  addressOfFeed,
  changeFeedRequest,
  copyReads,
  feedRequestOf,
  ownFeedOf,
} from '../storage/feeds/feed-requests.ts'
import { addFeeds, selectFeeds } from '../storage/feeds/feed-schedule.ts'
import type { FeedRow } from '../storage/schema.ts'
import { discover, refusalOf } from './discover/discover.ts'
import { iconOf } from './discover/icon.ts'
import { inspectAddress, type AddressContent } from './discover/inspect-address.ts'
import type { ParsedFeed } from './parsed-feed.ts'
import { withoutCredentials, type Credentials } from './fetch/credentials.ts'
import { settingsWith } from './fetch/feed-request.ts'
import { readAddress } from './fetch/source.ts'
import type { Pipeline } from './pipeline.ts'
import { findFeed } from './store/find-feed.ts'
import { hasRoom } from './store/has-room.ts'
import { storeDocuments } from './store/store-document.ts'

type InspectedFeed = Extract<AddressContent, { kind: 'feed' }>

/** The first feed behind an address, fetched and parsed. @throws Refusal feedFetchError, feedParseError, invalidParameter */
export async function firstFeed(pipeline: Pipeline, input: string): Promise<InspectedFeed> {
  const { feeds, looked: inspectedOnTheWay } = await discover(pipeline, input)
  if (inspectedOnTheWay) return inspectedOnTheWay
  const first = feeds[0]
  if (!first) throw new Refusal('feedParseError', 'No feed was found at this address')
  const inspected = await inspectAddress(pipeline, first.url)
  if (inspected.kind === 'feed') return inspected
  throw inspected.kind === 'failed' ? refusalOf(inspected) : new Refusal('feedParseError', inspected.message)
}

/** @param userId the follower @throws as {@link firstFeed} */
export async function follow(pipeline: Pipeline, input: string, userId: string | null): Promise<FeedRow> {
  const { db } = pipeline.storage
  const read = readAddress(input)
  const address = read?.address ?? null
  const existing = address && !read?.credentials ? await findFeed(db, address) : null
  if (existing) return existing
  const startedAt = pipeline.now()
  const inspected = await firstFeed(pipeline, input)
  // A page may name any address, also the one of a feed that is requested for one user.
  const target = addressOfFeed(withoutCredentials(inspected.address))
  if (read?.credentials && userId !== null && pipeline.settingsFor?.(target))
    return followOwn(pipeline, { ...inspected, address: target }, { userId, startedAt, ...read.credentials })
  const existingTarget = await findFeed(db, target)
  if (existingTarget) return existingTarget
  const { row, isNew } = await insertFeed(pipeline, target)
  // Already stored under its final address, so there is no move to record.
  const document = { ...inspected.document, movedTo: null }
  if (isNew) await storeDocuments(pipeline, [{ feed: row, document, read: inspected.read, began: startedAt }])
  if (isNew) await addIcon(pipeline, row, inspected.read.feed)
  if (isNew && address && inspected.document.movedTo) await rememberAlias(pipeline, address, row)
  return selectFeeds(db).where('id', '=', row.id).executeTakeFirstOrThrow()
}

/** Makes the feed the user's own, or stores the name and the password if it is already. @throws Refusal accountFull */
async function followOwn(
  pipeline: Pipeline,
  { address, document, read }: InspectedFeed,
  { userId, startedAt, ...credentials }: Credentials & { userId: string; startedAt: number },
): Promise<FeedRow> {
  const { storage, secrets, now, newId } = pipeline
  const own = await ownFeedOf(storage, userId, address)
  const stored = own && (await feedRequestOf(storage, own.id))
  if (own && stored) {
    const { feedId: _feed, userId: _user, address: _address, ...settings } = stored
    await changeFeedRequest(storage, own.id, settingsWith(address, credentials, secrets, settings))
    return own
  }
  if (!(await hasRoom(pipeline, { userId, feedId: null }, read.entries))) throw new Refusal('accountFull')
  const id = newId()
  const shared = await findFeed(storage.db, address)
  const settings = settingsWith(address, credentials, secrets)
  await addFeedRequest(storage, shared ?? { url: address }, { id, userId, now: now(), settings })
  const row = await selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()
  await storeDocuments(pipeline, [{ feed: row, document, read, began: startedAt }])
  await addIcon(pipeline, { id, url: address }, read.feed)
  if (shared) await copyReads(storage, userId, shared.id, id)
  return selectFeeds(storage.db).where('id', '=', id).executeTakeFirstOrThrow()
}

/** A feed without an image uses its site's icon; fetched once, when the feed is added, and only from the feed's own host. */
async function addIcon(
  pipeline: Pipeline,
  { id, url }: Pick<FeedRow, 'id' | 'url'>,
  { image, siteUrl }: ParsedFeed,
): Promise<void> {
  const source = readPageAddress(url)?.url ?? url
  const isSameHost = siteUrl !== null && URL.parse(siteUrl)?.hostname === URL.parse(source)?.hostname
  const icon = image === null && isSameHost ? await iconOf(pipeline, siteUrl) : null
  if (icon) await pipeline.storage.db.updateTable('feeds').set({ image: icon }).where('id', '=', id).execute()
}

/** Two users may follow the same new feed at once: the address is unique, and the second gets the first's row. */
export async function insertFeed(
  { storage, now, newId }: Pick<Pipeline, 'storage' | 'now' | 'newId'>,
  url: string,
): Promise<{ row: FeedRow; isNew: boolean }> {
  const at = now()
  const feed = { id: newId(), url, createdAt: at, updatedAt: at, nextFetchAt: at }
  const added = await storage.db.transaction().execute((trx) => addFeeds(trx, [feed]))
  const row = await selectFeeds(storage.db).where('url', '=', url).executeTakeFirstOrThrow()
  return { row, isNew: added.length > 0 }
}

async function rememberAlias({ storage }: Pipeline, url: string, feed: FeedRow): Promise<void> {
  if (url === feed.url) return
  await storage.db
    .insertInto('feedAliases')
    .values({ url, feedId: feed.id })
    .onConflict((on) => on.column('url').doNothing())
    .execute()
}
