/**
 * Repairs feeds that older versions stored under an address with a name and a password: both go into the sealed
 * settings of requests, and the feed becomes its first follower's own. Runs at each start, which reads all feeds,
 * until one has found nothing: addresses are stored without passwords now.
 */
import { sql, type Kysely } from 'kysely'
import { movedFeedSettings } from '../../../contract/feed-settings.ts'
import { readPageAddress } from '../../../contract/page-address.ts'
import { addFeeds } from '../../storage/feeds/feed-schedule.ts'
import { addressOfFeed, ownAddress, type FeedRequestSettings } from '../../storage/feeds/feed-requests.ts'
import type { Storage } from '../../storage/open.ts'
import { hasPreserved } from '../../storage/entries/preserved-entries.ts'
import type { Schema } from '../../storage/schema.ts'
import { changeTab } from '../../storage/accounts/settings.ts'
import type { StoredSecrets } from '../../storage/engine/stored-secrets.ts'
import { splitCredentials, textWithoutCredentials, type Credentials } from '../fetch/credentials.ts'
import { settingsWith } from '../fetch/feed-request.ts'
import { findFeed } from './find-feed.ts'

type Services = {
  readonly storage: Storage
  readonly secrets: Pick<StoredSecrets, 'close'>
  readonly now: () => number
  readonly newId: () => string
}
type Trx = Kysely<Schema>
type OpenFeed = {
  readonly id: string
  readonly url: string
  readonly address: string
  readonly credentials: Credentials
}

/** The name of the row that records that there is nothing to repair. */
const DONE = 'addresses without passwords'

export async function sealAddresses(services: Services): Promise<void> {
  const { storage } = services
  const { db } = storage
  if (await db.selectFrom('serverKeys').select('name').where('name', '=', DONE).executeTakeFirst()) return
  const found = (await sealFeeds(services)) + (await sealTexts(storage))
  if (found > 0) return
  await db
    .insertInto('serverKeys')
    .values({ name: DONE, value: '' })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** @returns how many had a password in their address */
async function sealFeeds(services: Services): Promise<number> {
  const { storage } = services
  const rows = await storage.db
    .selectFrom('feeds')
    .select(['id', 'url'])
    .where((eb) => eb.or([eb('url', 'like', 'http%@%'), eb('url', 'like', 'lectern://page?%')]))
    .execute()
  const open = rows.flatMap(({ id, url }) => {
    const { address, credentials } = splitCredentials(addressOfFeed(url))
    return credentials ? [{ id, url, address, credentials }] : []
  })
  for (const feed of open) await sealFeed(services, feed)
  return open.length
}

async function sealFeed(services: Services, feed: OpenFeed): Promise<void> {
  const { storage } = services
  const moved = await storage.db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable('feeds')
      .set({ url: ownAddress(feed.address, feed.id), etag: null, lastModified: null, bodyHash: null })
      .where('id', '=', feed.id)
      .where('url', '=', feed.url)
      .executeTakeFirst()
    // Another process has repaired it meanwhile.
    if (renamed.numUpdatedRows === 0n) return []
    const { owner, others } = await usersOf(trx, feed.id)
    if (owner) await setRequest(trx, services, feed, owner)
    const to = others.length > 0 ? await sharedFeed(trx, services, feed.address) : null
    if (to) await moveFollowers(trx, feed.id, to, others)
    await removeTraces(trx, feed)
    await trx
      .insertInto('privateFeeds')
      .values({ feedId: feed.id })
      .onConflict((on) => on.doNothing())
      .execute()
    if (!owner)
      await trx
        .deleteFrom('feeds')
        .where('id', '=', feed.id)
        .where(sql<boolean>`not ${hasPreserved(sql`feeds.id`)}`)
        .execute()
    return to ? others.map((userId) => ({ userId, to })) : []
  })
  for (const { userId, to } of moved)
    await changeTab(storage, { userId, tab: 'general', at: services.now() }, (values) => ({
      ...values,
      ...movedFeedSettings(values, feed.id, to),
    }))
}

/** The first follower has typed the password; the others may have found the address in a search. */
async function usersOf(trx: Trx, feedId: string): Promise<{ owner: string | null; others: string[] }> {
  const request = await trx
    .selectFrom('feedRequests')
    .select('userId')
    .where('feedId', '=', feedId)
    .executeTakeFirst()
  const followers = await trx
    .selectFrom('subscriptions')
    .select('userId')
    .where('feedId', '=', feedId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const userIds = followers.map(({ userId }) => userId)
  const owner = request?.userId ?? userIds[0] ?? null
  return { owner, others: userIds.filter((userId) => userId !== owner) }
}

async function setRequest(
  trx: Trx,
  { secrets }: Services,
  { id, address, credentials }: OpenFeed,
  userId: string,
): Promise<void> {
  const row = await trx.selectFrom('feedRequests').selectAll().where('feedId', '=', id).executeTakeFirst()
  const { feedId: _feed, userId: _user, address: _address, ...stored } = row ?? {}
  const known = row ? (stored as FeedRequestSettings) : undefined
  const settings = settingsWith(address, credentials, secrets, known)
  await trx
    .insertInto('feedRequests')
    .values({ feedId: id, userId, address, ...settings })
    .onConflict((on) => on.column('feedId').doUpdateSet({ address, ...settings }))
    .execute()
  await trx
    .updateTable('subscriptions')
    .set({ isPrivate: 1, sharedFolderId: null })
    .where('userId', '=', userId)
    .where('feedId', '=', id)
    .execute()
}

/** The public feed of the address. */
async function sharedFeed(trx: Trx, { now, newId }: Services, address: string): Promise<string> {
  const existing = await findFeed(trx, address)
  if (existing) return existing.id
  const [id, at] = [newId(), now()]
  const times = { createdAt: at, updatedAt: at, nextFetchAt: at }
  await addFeeds(trx, [{ id, url: address, ...times }])
  return id
}

async function moveFollowers(trx: Trx, from: string, to: string, userIds: readonly string[]): Promise<void> {
  const already = trx.selectFrom('subscriptions').select('userId').where('feedId', '=', to)
  await trx
    .updateTable('subscriptions')
    .set({ feedId: to })
    .where('feedId', '=', from)
    .where('userId', 'in', userIds)
    .where('userId', 'not in', already)
    .execute()
  await trx.deleteFrom('subscriptions').where('feedId', '=', from).where('userId', 'in', userIds).execute()
}

/** A user's own feed is in no list and no shared folder, is found by no other address and has no hub. Its own links contain the password too. */
async function removeTraces(trx: Trx, { id, address, url }: OpenFeed): Promise<void> {
  await trx.deleteFrom('listFeeds').where('feedId', '=', id).execute()
  await trx.deleteFrom('sharedFolderFeeds').where('feedId', '=', id).execute()
  await trx.deleteFrom('feedAliases').where('feedId', '=', id).execute()
  await trx.deleteFrom('hubs').where('feedId', '=', id).execute()
  const { password, username, host } = new URL(pageOf(addressOfFeed(url)))
  const [from, to] = [`${username}${password && `:${password}`}@${host}`, new URL(pageOf(address)).host]
  const replaced = (column: string) => sql<string>`replace(${sql.ref(column)}, ${from}, ${to})`
  await trx
    .updateTable('feeds')
    .set({ siteUrl: replaced('siteUrl'), image: replaced('image'), description: replaced('description') })
    .where('id', '=', id)
    .execute()
  const columns = [
    'guid',
    'url',
    'description',
    'authorUrl',
    'authorAvatar',
    'media',
    'attachments',
    'extra',
  ] as const
  await trx
    .updateTable('entries')
    .set(Object.fromEntries(columns.map((column) => [column, replaced(column)])))
    .where('feedId', '=', id)
    .execute()
  await sql`update "entryContents" set content = replace(content, ${from}, ${to})
    where "entryId" in (select id from entries where "feedId" = ${id})`.execute(trx)
}

const pageOf = (address: string): string => readPageAddress(address)?.url ?? address

/** Past addresses, lines of imports and messages of fetches. @returns how many had a password in them */
async function sealTexts({ db }: Storage): Promise<number> {
  const open = 'http%://%@%'
  const hasPassword = (text: string | null) => text !== null && textWithoutCredentials(text) !== text
  const aliases = await db.selectFrom('feedAliases').select('url').where('url', 'like', open).execute()
  const past = aliases.map(({ url }) => url).filter(hasPassword)
  for (const url of past) await db.deleteFrom('feedAliases').where('url', '=', url).execute()
  const allLines = await db.selectFrom('importLines').selectAll().where('url', 'like', open).execute()
  const lines = allLines.filter(({ url, reason }) => hasPassword(url) || hasPassword(reason))
  for (const { importId, line, url, reason } of lines)
    await db
      .updateTable('importLines')
      .set({ url: textWithoutCredentials(url), reason: reason && textWithoutCredentials(reason) })
      .where('importId', '=', importId)
      .where('line', '=', line)
      .execute()
  const allFetches = await db
    .selectFrom('feedFetches')
    .select(['feedId', 'at', 'message'])
    .where('message', 'like', '%http%://%@%')
    .execute()
  const fetches = allFetches.filter(({ message }) => hasPassword(message))
  for (const { feedId, at, message } of fetches)
    await db
      .updateTable('feedFetches')
      .set({ message: message && textWithoutCredentials(message) })
      .where('feedId', '=', feedId)
      .where('at', '=', at)
      .execute()
  return past.length + lines.length + fetches.length
}
