/** Entry rows with the state of one user. Which entries are in a timeline: timeline.ts. */
import { sql } from 'kysely'
import {
  ENTRY_COLUMNS,
  FEED_COLUMNS,
  STATE_COLUMNS,
  stateOf,
  type EntrySummaryRow,
  type FeedColumns,
  type EntryState,
} from './entry-columns.ts'
import type { SafeHtml } from '../../feeds/sanitise/safe-html.ts'
import { visibleFeed } from '../feeds/feeds-read.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { prepared } from '../engine/prepared.ts'
import type { EntryRow } from '../schema.ts'
import type { Headline } from '../../../plugin-api/server.ts'
import { delivered } from '../actions/actions.ts'
import { inScope } from '../timeline/timeline.ts'
import { noteDeletions } from './entry-deletions.ts'
import { isPreserved } from './preserved-entries.ts'

/** An entry, with the state of one user. */
export type EntryOfUser = EntryRow & EntryState
/** The followed lists that contain a feed. */
export type Carriers = readonly { readonly listId: string; readonly view: number }[]

/** Entries with the user's marks, in the order of `ids`. Without content. */
export async function entriesOfUser(
  { db, kind }: Storage,
  userId: string,
  ids: readonly string[],
): Promise<EntryOfUser[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EntryOfUser>`select e.*, ${STATE_COLUMNS}
    from entries as e ${stateOf(userId)} where e.id in ${idList(kind, ids)}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A full entry: with its content, its feed, and the result of the user's rules. */
export type FullEntry = EntrySummaryRow &
  FeedColumns &
  Pick<EntryState, 'actions'> & {
    content: SafeHtml | null
  }

/** An entry that the user may read, in one statement; undefined where there is none. */
export async function fullEntry({ db }: Storage, userId: string, id: string): Promise<FullEntry | undefined> {
  const { rows } =
    await sql<FullEntry>`select ${ENTRY_COLUMNS}, ${FEED_COLUMNS}, t.content, a.result as actions
    from entries as e join feeds as f on f.id = e."feedId" left join "entryContents" as t on t."entryId" = e.id
    left join "entryActions" as a on a."userId" = ${userId} and a."entryId" = e.id
    where e.id = ${id} and ${visibleFeed(sql<string>`e."feedId"`, userId)} ${prepared}`.execute(db)
  return rows[0]
}

/** Which of some entries a user may read, in the order of `ids`. @param userId null without an account */
export async function visibleEntries(
  { db, kind }: Storage,
  userId: string | null,
  ids: readonly string[],
): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('entries')
    .selectAll()
    .where('id', 'in', idList(kind, ids))
    .where(visibleFeed(sql<string>`entries."feedId"`, userId))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The feed of each of some entries that exist. */
export async function feedIdsOfEntries(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'feedId'])
    .where('id', 'in', idList(kind, ids))
    .execute()
  return new Map(rows.map(({ id, feedId }) => [id, feedId]))
}

/** The newest entries of a feed. */
export function newestEntries({ db }: Storage, feedId: string, limit: number): Promise<EntryRow[]> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('feedId', '=', feedId)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The newest entries of some feeds together. */
export async function newestEntriesOf(
  { db, kind }: Storage,
  feedIds: readonly string[],
  limit: number,
): Promise<EntryRow[]> {
  if (feedIds.length === 0) return []
  return db
    .selectFrom('entries')
    .selectAll()
    .where('feedId', 'in', idList(kind, feedIds))
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Contents of some entries, by id; those without one are omitted. */
export async function contentsOf(
  { db, kind }: Storage,
  ids: readonly string[],
): Promise<Map<string, SafeHtml>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('entryContents')
    .selectAll()
    .where('entryId', 'in', idList(kind, ids))
    .execute()
  return new Map(rows.map(({ entryId, content }) => [entryId, content]))
}

/** The entries that arrived in a user's view in a period, the newest first. Times are ms; `to` is exclusive. */
export async function entriesArrivedIn(
  { db, kind }: Storage,
  userId: string,
  view: number,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<Headline[]> {
  const scope = inScope(kind, { kind: 'followed', userId, view })
  const { rows } = await sql<Headline>`
    select e.id, e.title, f.title as "feedTitle", coalesce(e.description, c.content) as content
    from entries e join feeds f on f.id = e."feedId" left join "entryContents" c on c."entryId" = e.id
    where ${scope} and ${delivered(userId)} and e."publishedAt" >= ${from} and e."publishedAt" < ${to}
    order by e."publishedAt" desc, e.id desc limit ${limit}`.execute(db)
  return rows
}

// Resets a feed: the next fetch stores its entries again.

/** Deletes a feed's entries, except preserved ones, and the validators that would let a fetch return "unchanged". */
export async function clearFeed({ db }: Storage, feedId: string, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('entries')
      .where('feedId', '=', feedId)
      .where(sql<boolean>`not ${isPreserved(sql`entries.id`)}`)
      .returning('id')
      .execute()
    await noteDeletions({ db: trx }, { feedId, entryIds: deleted.map(({ id }) => id), deletedAt: now })
    await trx.deleteFrom('removedEntries').where('feedId', '=', feedId).execute()
    await trx
      .updateTable('feeds')
      .set({ etag: null, lastModified: null, bodyHash: null })
      .where('id', '=', feedId)
      .execute()
  })
}
