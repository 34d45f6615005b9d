/** What an account file has of entries and their marks, a batch at a time. */
import { sql, type RawBuilder } from 'kysely'
import type { QueuedTrack } from '../../../contract/queue.ts'
import type { SafeHtml } from '../../feeds/sanitise/safe-html.ts'
import { idList } from '../engine/id-list.ts'
import { isPreservedBy } from '../entries/preserved-entries.ts'
import type { Storage } from '../open.ts'
import type { EntryRow } from '../schema.ts'

/** True of an entry that a user has kept: starred, labelled, highlighted, noted, saved elsewhere, or in the player's queue. */
const isPreserved = (entryId: RawBuilder<unknown>, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(${isPreservedBy(entryId, sql`${userId}`)}
    or exists (select 1 from saves as s where s."userId" = ${userId} and s."entryId" = ${entryId})
    or exists (select 1 from "queuedTracks" as q
      where q."userId" = ${userId} and q."entryId" = ${entryId} and ${isQueued(sql.ref('q.track'))}))`

/** Of a track as it is stored: it was neither played nor removed. Within texts JSON writes no bare quotation marks. */
const isQueued = (track: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${track} like '%"removed":false%'`

/** In feeds, in the order of ids. Inboxes are exported whole. @param after the last id of the batch before, or empty */
export async function preservedEntryIds(
  { db }: Storage,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select e.id from (
      select "entryId" from collections where "userId" = ${userId} and "entryId" > ${after}
      union select "entryId" from "entryLabels" where "userId" = ${userId} and "entryId" > ${after}
      union select "entryId" from highlights where "userId" = ${userId} and "deletedAt" is null and "entryId" > ${after}
      union select "entryId" from saves where "userId" = ${userId} and "entryId" > ${after}
      union select "entryId" from "queuedTracks"
        where "userId" = ${userId} and "entryId" > ${after} and ${isQueued(sql.ref('track'))}
    ) as k join entries as e on e.id = k."entryId" join feeds as f on f.id = e."feedId"
    where f."inboxUserId" is null and ${isPreserved(sql.ref('e.id'), userId)}
    order by e.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The entries of the user's inboxes, in the order of ids. */
export async function inboxEntryIds(
  { db }: Storage,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select e.id from inboxes as i join entries as e on e."feedId" = i."feedId"
    where i."userId" = ${userId} and e.id > ${after} order by e.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

export type ExportedEntry = Omit<EntryRow, 'hash' | 'updatedAt' | 'insertedAt'> & {
  readonly content: SafeHtml | null
  readonly feedUrl: string
  readonly inboxHandle: string | null
  /** The feed and the guid that a copy stands for. */
  readonly originFeed: string | null
  readonly originGuid: string | null
  readonly readAt: number | null
  readonly starredAt: number | null
  readonly starView: number | null
  readonly seconds: number | null
  readonly positionAt: number | null
}

/** In the order of ids. */
export async function exportedEntries(
  { db, kind }: Storage,
  userId: string,
  ids: readonly string[],
): Promise<ExportedEntry[]> {
  const { rows } =
    await sql<ExportedEntry>`select e.id, e."feedId", e.guid, e.title, e.url, e.description, e.author, e."authorUrl",
      e."authorAvatar", e.language, e.categories, e.media, e.attachments, e.extra, e."publishedAt", t.content,
      f.url as "feedUrl", i.handle as "inboxHandle", a."feedUrl" as "originFeed", a.guid as "originGuid", r."readAt",
      c."createdAt" as "starredAt", c.view as "starView", p.seconds, p.at as "positionAt"
    from entries as e join feeds as f on f.id = e."feedId" left join "entryContents" as t on t."entryId" = e.id
    left join inboxes as i on i."feedId" = e."feedId" and i."userId" = ${userId}
    left join "awaitedEntries" as a on a."entryId" = e.id and a."userId" = ${userId}
    left join reads as r on r."userId" = ${userId} and r."entryId" = e.id
    left join collections as c on c."userId" = ${userId} and c."entryId" = e.id
    left join positions as p on p."userId" = ${userId} and p."entryId" = e.id
    where e.id in ${idList(kind, ids)} order by e.id`.execute(db)
  return rows
}

/** Labels, highlights, saves and queued tracks of some entries. */
export async function exportedMarks({ db, kind }: Storage, userId: string, ids: readonly string[]) {
  const list = idList(kind, ids)
  const labels = await db
    .selectFrom('entryLabels as l')
    .innerJoin('labels as n', 'n.id', 'l.labelId')
    .select(['l.entryId', 'n.name', 'l.createdAt'])
    .where('l.userId', '=', userId)
    .where('n.deletedAt', 'is', null)
    .where('l.entryId', 'in', list)
    .orderBy('n.key')
    .execute()
  const highlights = await db
    .selectFrom('highlights')
    .select(['entryId', 'id', 'exact', 'prefix', 'suffix', 'startOffset', 'endOffset', 'color', 'note'])
    .select('createdAt')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('entryId', 'in', list)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const saves = await db
    .selectFrom('saves')
    .select(['entryId', 'plugin', 'url', 'at'])
    .where('userId', '=', userId)
    .where('entryId', 'in', list)
    .orderBy('plugin')
    .execute()
  const tracks = await db
    .selectFrom('queuedTracks')
    .select(['entryId', 'track'])
    .where('userId', '=', userId)
    .where('entryId', 'in', list)
    .where(isQueued(sql.ref('track')))
    .orderBy('src')
    .execute()
  const queued = tracks.map(({ entryId, track }) => ({
    entryId,
    track: JSON.parse(track) as QueuedTrack,
  }))
  return { labels, highlights, saves, queued }
}

export type ExportedMark = {
  readonly feedUrl: string
  readonly guid: string
  readonly readAt: number | null
  readonly seconds: number | null
  readonly at: number | null
}

/** Read marks and positions in entries of feeds that are not kept, in the order of ids. */
export async function exportedReads(
  { db }: Storage,
  userId: string,
  after: string,
  limit: number,
): Promise<(ExportedMark & { readonly id: string })[]> {
  const batch = (table: 'reads' | 'positions') =>
    sql`select "entryId" from (select "entryId" from ${sql.table(table)}
      where "userId" = ${userId} and "entryId" > ${after} order by "entryId" limit ${sql.lit(limit)}) as ${sql.id(`of ${table}`)}`
  const { rows } = await sql<ExportedMark & { id: string; isMark: number }>`
    select e.id, f.url as "feedUrl", e.guid, r."readAt", p.seconds, p.at,
      case when f."inboxUserId" is null and not ${isPreserved(sql.ref('e.id'), userId)} then 1 else 0 end as "isMark"
    from (${batch('reads')} union ${batch('positions')} order by "entryId" limit ${sql.lit(limit)}) as m
    join entries as e on e.id = m."entryId" join feeds as f on f.id = e."feedId"
    left join reads as r on r."userId" = ${userId} and r."entryId" = e.id
    left join positions as p on p."userId" = ${userId} and p."entryId" = e.id
    order by e.id`.execute(db)
  return rows.map(({ isMark, ...row }) =>
    Number(isMark) === 1 ? row : { ...row, readAt: null, seconds: null },
  )
}

/** Marks that wait for entries, in the order of addresses and guids. */
export function awaitedMarks(
  { db }: Storage,
  userId: string,
  after: { readonly feedUrl: string; readonly guid: string },
  limit: number,
): Promise<ExportedMark[]> {
  return db
    .selectFrom('awaitedEntries')
    .select(['feedUrl', 'guid', 'readAt', 'seconds', 'positionAt as at'])
    .where('userId', '=', userId)
    .where('entryId', 'is', null)
    .where(sql<boolean>`("feedUrl", guid) > (${after.feedUrl}, ${after.guid})`)
    .orderBy('feedUrl')
    .orderBy('guid')
    .limit(limit)
    .execute()
}

/**
 * The feeds that an account names: followed ones, those in own lists, and those with marks; never those of inboxes.
 */
export async function exportedFeeds({ db }: Storage, userId: string) {
  const { rows } = await sql<{
    id: string
    url: string
    title: string | null
    siteUrl: string | null
    isOwn: number
    isForeign: number
  }>`select f.id, f.url, f.title, f."siteUrl",
      case when q."userId" = ${userId} then 1 else 0 end as "isOwn",
      case when q."userId" <> ${userId} then 1 else 0 end as "isForeign"
    from feeds as f left join "feedRequests" as q on q."feedId" = f.id
    where f."inboxUserId" is null and f.id in (
      select "feedId" from subscriptions where "userId" = ${userId}
      union select n."feedId" from "listFeeds" as n join lists as l on l.id = n."listId" where l."ownerUserId" = ${userId}
      union select e."feedId" from collections as k join entries as e on e.id = k."entryId" where k."userId" = ${userId}
      union select e."feedId" from "entryLabels" as k join entries as e on e.id = k."entryId" where k."userId" = ${userId}
      union select e."feedId" from highlights as k join entries as e on e.id = k."entryId" where k."userId" = ${userId}
      union select e."feedId" from saves as k join entries as e on e.id = k."entryId" where k."userId" = ${userId}
      union select e."feedId" from "queuedTracks" as k join entries as e on e.id = k."entryId"
        where k."userId" = ${userId} and ${isQueued(sql.ref('k.track'))}
      union select e."feedId" from positions as k join entries as e on e.id = k."entryId" where k."userId" = ${userId}
      union select "feedId" from "readCounts" where "userId" = ${userId} and entries > 0)
    order by f.id`.execute(db)
  return rows.filter(({ isForeign }) => Number(isForeign) === 0)
}

/** What plugins store for a user, without anything sealed. */
export async function exportedPlugins({ db }: Storage, userId: string) {
  const settings = await db
    .selectFrom('pluginSettings')
    .select(['plugin', 'payload', sql<boolean>`secrets <> '{}'`.as('hasSecrets')])
    .where('userId', '=', userId)
    .orderBy('plugin')
    .execute()
  const values = await db
    .selectFrom('pluginValues')
    .select(['plugin', 'name', 'value'])
    .where('userId', '=', userId)
    .where('sealed', '=', 0)
    .orderBy('plugin')
    .orderBy('name')
    .execute()
  const installed = await db
    .selectFrom('installedPlugins')
    .select('plugin')
    .where('userId', '=', userId)
    .execute()
  return { settings, values, installed: new Set(installed.map(({ plugin }) => plugin)) }
}
