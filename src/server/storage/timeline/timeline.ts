/**
 * Which entries are in a timeline, and their order: newest publishedAt first, then the higher id. All queries of
 * "the entries of this scope" (pages, mark-all, check for new ones) are built from one Scope here, so that they
 * cannot disagree.
 */
import { sql, type RawBuilder } from 'kysely'
import { visibleFeed } from '../feeds/feeds-read.ts'
import { delivered } from '../actions/actions.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { prepared } from '../engine/prepared.ts'
import { followsLists, timelineRows, type TimelineRow } from './timeline-rows.ts'

/** A user, and the scope of entries. */
export type TimelineScope =
  /**
   * Feeds the user follows, directly or by a list: the named ones, or all of a view except those hidden from
   * timelines. Inboxes are in no view, but marking the first view includes them; with named feeds, those named.
   */
  | ({ kind: 'followed'; userId: string; inboxes?: boolean } & Chosen)
  /** One feed by id: a preview, or an inbox. */
  | { kind: 'looked-at'; userId: string; feedId: string }
  /** The feeds of a list; for non-followers only those that are not private. */
  | { kind: 'list'; userId: string; listId: string; entitled: boolean }
  /** The user's stars, also of feeds no longer followed. */
  | ({ kind: 'starred'; userId: string } & Chosen)
type Chosen = {
  readonly view?: number
  readonly feedIds?: readonly string[]
  readonly excludePrivate?: boolean
}

export type TimelineWindow = {
  readonly read?: boolean
  /** Published strictly earlier, ms. */
  readonly before?: number
}
/** The position of an entry in the order. */
type Cursor = { readonly id: string; readonly publishedAt: number }

type Bound = { read?: boolean; before?: number } | { read?: boolean; at: Cursor }
type Condition = RawBuilder<unknown>

/** Up to this many feeds, the newest of each are queried and merged; above, entries are scanned by time. */
const FEW_FEEDS = 50
/** New entries are counted up to here. */
const MAX_ARRIVALS = 1000
const all = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `)

/**
 * One page. The wire's cursor is a time alone, so the page is longer than `limit` where entries share the last one's
 * time: otherwise the next page would skip them.
 */
export async function timelinePage(
  storage: Storage,
  scope: TimelineScope,
  window: TimelineWindow,
  limit: number,
): Promise<TimelineRow[]> {
  const form = await formOf(storage, scope)
  if (!form) return []
  const select = (bound: Bound, most: number | null) =>
    timelineRows(storage, scope.userId, form(bound, most), most !== null)
  // One more than the limit shows whether the page ends within entries of the same time, which is rare.
  const rows = await select(window, limit + 1)
  const [last, next] = [rows[limit - 1], rows[limit]]
  if (!last || !next) return rows
  const page = rows.slice(0, limit)
  return next.publishedAt === last.publishedAt
    ? [...page, ...(await select({ read: window.read, at: last }, null))]
    : page
}

/** The entry of a scope that arrived last, if it arrived after a given time. */
export async function newestArrival(
  { db, kind }: Storage,
  scope: TimelineScope,
  after: number,
  read?: boolean,
): Promise<{ id: string; insertedAt: number } | undefined> {
  const where = all([inScope(kind, scope), sql`e."insertedAt" > ${after}`, ...readState(scope.userId, read)])
  const { rows } = await sql<{ id: string; insertedAt: number }>`
    select e.id, e."insertedAt" from entries as e where ${where} order by e."insertedAt" desc, e.id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** How many entries of a scope arrived after a time, at most {@link MAX_ARRIVALS}. */
export async function countArrivals(
  { db, kind }: Storage,
  scope: TimelineScope,
  after: number,
  read?: boolean,
): Promise<number> {
  const where = all([inScope(kind, scope), sql`e."insertedAt" > ${after}`, ...readState(scope.userId, read)])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from entries as e where ${where} limit ${MAX_ARRIVALS}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** True of the entries `e` of a scope. */
export function inScope(kind: Storage['kind'], scope: TimelineScope): Condition {
  if (scope.kind === 'looked-at') return sql`e."feedId" = ${scope.feedId} and ${delivered(scope.userId)}`
  if (scope.kind === 'starred')
    return sql`e.id in (select c."entryId" from collections as c where ${starred(kind, scope)})`
  return sql`e."feedId" in (${feedsOf(kind, scope)}) and ${delivered(scope.userId)}`
}

/** The ids of the feeds of a scope, each once, as a query with the one column `feedId`. */
export const feedsIn = (
  kind: Storage['kind'],
  scope: Exclude<TimelineScope, { kind: 'starred' }>,
): Condition => (scope.kind === 'looked-at' ? sql`select ${scope.feedId} as "feedId"` : feedsOf(kind, scope))

/** As {@link feedsIn}, for more than one feed. */
function feedsOf(kind: Storage['kind'], scope: TimelineScope & { kind: 'followed' | 'list' }): Condition {
  if (scope.kind === 'list') return listFeeds(scope)
  const parts = [
    sql`select s."feedId" from subscriptions as s where ${followed(kind, scope)}`,
    sql`select f."feedId" from "listSubscriptions" as s join "listFeeds" as f on f."listId" = s."listId"
      where ${followed(kind, scope, sql`f."feedId"`)}`,
  ]
  if (scope.inboxes)
    parts.push(
      sql`select i."feedId" from inboxes as i where i."userId" = ${scope.userId}${
        scope.feedIds === undefined ? sql`` : sql` and i."feedId" in ${idList(kind, scope.feedIds)}`
      }`,
    )
  return sql.join(parts, sql` union `)
}

/**
 * The ids of all feeds that a user follows, directly or by a list, also those hidden from timelines; as {@link
 * feedsOf}.
 */
export function followedFeeds(
  kind: Storage['kind'],
  userId: string,
  { view, feedIds }: Pick<Chosen, 'view' | 'feedIds'>,
): Condition {
  const only = (feedId: Condition): Condition =>
    all([
      sql`s."userId" = ${userId}`,
      ...(view === undefined ? [] : [sql`s."view" = ${view}`]),
      ...(feedIds === undefined ? [] : [sql`${feedId} in ${idList(kind, feedIds)}`]),
    ])
  return sql`select s."feedId" from subscriptions as s where ${only(sql`s."feedId"`)}
    union select f."feedId" from "listSubscriptions" as s join "listFeeds" as f on f."listId" = s."listId"
      where ${only(sql`f."feedId"`)}`
}

const listFeeds = ({ userId, listId, entitled }: TimelineScope & { kind: 'list' }): Condition =>
  sql`select f."feedId" from "listFeeds" as f where f."listId" = ${listId}
    ${entitled ? sql`` : sql`and ${visibleFeed(sql<string>`f."feedId"`, userId)}`}`

/**
 * Conditions on subscriptions `s`, to feeds or to lists. A named feed is included whatever its view and even if
 * hidden from timelines.
 */
function followed(
  kind: Storage['kind'],
  scope: TimelineScope & { kind: 'followed' },
  feedId: Condition = sql`s."feedId"`,
): Condition {
  const conditions: Condition[] = [sql`s."userId" = ${scope.userId}`]
  if (scope.feedIds) conditions.push(sql`${feedId} in ${idList(kind, scope.feedIds)}`)
  else {
    conditions.push(sql`s."hideFromTimeline" = 0`)
    if (scope.view !== undefined) conditions.push(sql`s."view" = ${scope.view}`)
  }
  if (scope.excludePrivate) conditions.push(sql`s."isPrivate" = 0`)
  return all(conditions)
}

/** Conditions on stars `c` of entries `e`. */
function starred(kind: Storage['kind'], scope: TimelineScope & { kind: 'starred' }): Condition {
  const conditions: Condition[] = [sql`c."userId" = ${scope.userId}`]
  if (scope.feedIds) conditions.push(sql`e."feedId" in ${idList(kind, scope.feedIds)}`)
  if (scope.view !== undefined) conditions.push(sql`c."view" = ${scope.view}`)
  if (scope.excludePrivate)
    conditions.push(sql`not exists (select 1 from subscriptions as s
      where s."userId" = ${scope.userId} and s."feedId" = e."feedId" and s."isPrivate" = 1)`)
  return all(conditions)
}

function readState(userId: string, read: boolean | undefined): Condition[] {
  if (read === undefined) return []
  const mark = sql`exists (select 1 from reads as r where r."userId" = ${userId} and r."entryId" = e.id)`
  return [read ? mark : sql`not ${mark}`]
}

function bounded(userId: string, bound: Bound): Condition[] {
  const conditions = readState(userId, bound.read)
  if ('at' in bound) conditions.push(sql`e."publishedAt" = ${bound.at.publishedAt} and e.id < ${bound.at.id}`)
  else if (bound.before !== undefined) conditions.push(sql`e."publishedAt" < ${bound.before}`)
  return conditions
}

const newestFirst = sql`order by e."publishedAt" desc, e.id desc`
/** As a literal: a generic plan would assume a tenth of the database. */
const limited = (limit: number | null): Condition =>
  limit === null ? sql`` : sql`limit ${sql.lit(Math.trunc(limit))}`

/** A relation `e` with the columns of entries: the newest ones of a scope between bounds, up to a limit. */
type Form = (bound: Bound, limit: number | null) => Condition

/** Picks the form of the query; null when the scope has no feeds. */
async function formOf(storage: Storage, scope: TimelineScope): Promise<Form | null> {
  if (scope.kind === 'starred') return starredForm(storage, scope)
  if (scope.kind === 'looked-at') return fewForm(storage, scope.userId, [scope.feedId])
  const { feedIds, lists } = await feedsMeant(storage, scope)
  if (feedIds.length === 0) return null
  if (feedIds.length > FEW_FEEDS) return manyForm(storage, scope, lists)
  return fewForm(storage, scope.userId, feedIds)
}

/** The first few feeds of a scope, enough to estimate their number; and whether some may be from a list. */
async function feedsMeant(
  storage: Storage,
  scope: TimelineScope & { kind: 'followed' | 'list' },
): Promise<{ feedIds: string[]; lists: boolean }> {
  const { db, kind } = storage
  if (scope.kind === 'followed' && !scope.inboxes) {
    // Without lists feeds are unique, and the first few rows of an index are enough.
    const { rows } = await sql<{ feedId: string; lists: boolean | number }>`
      select s."feedId", ${followsLists(scope.userId)} as lists from subscriptions as s
      where ${followed(kind, scope)} ${limited(FEW_FEEDS + 1)} ${prepared}`.execute(db)
    if (rows[0] && !rows[0].lists) return { feedIds: rows.map(({ feedId }) => feedId), lists: false }
  }
  const { rows } = await sql<{ feedId: string }>`
    select n."feedId" from (${feedsOf(kind, scope)}) as n ${limited(FEW_FEEDS + 1)}`.execute(db)
  return { feedIds: rows.map(({ feedId }) => feedId), lists: true }
}

/** Each feed returns its newest, from its own index; merging a few short lists is cheap. */
function fewForm({ kind }: Storage, userId: string, feedIds: readonly string[]): Form {
  return (bound, limit) => {
    const newestOf = (feedId: Condition): Condition => {
      const where = all([sql`e."feedId" = ${feedId}`, delivered(userId), ...bounded(userId, bound)])
      return sql`select e.id, e."publishedAt" from entries as e where ${where} ${newestFirst} ${limited(limit)}`
    }
    // SQLite has no lateral joins.
    const merged =
      kind === 'sqlite'
        ? sql.join(
            feedIds.map(
              (feedId, at) => sql`select * from (${newestOf(sql`${feedId}`)}) as ${sql.id(`f${at}`)}`,
            ),
            sql` union all `,
          )
        : sql`select n.* from ${idList(kind, feedIds)} as m("feedId")
            cross join lateral (${newestOf(sql`m."feedId"`)}) as n`
    return sql`(select e.id from (${merged}) as e ${newestFirst} ${limited(limit)}) as n
      left join entries as e on e.id = n.id`
  }
}

/**
 * Scans entries by time and filters by the feeds of the scope. SQLite needs a hint: its planner would sort all
 * entries.
 */
function manyForm(
  { kind }: Storage,
  scope: TimelineScope & { kind: 'followed' | 'list' },
  lists: boolean,
): Form {
  const entries = kind === 'sqlite' ? sql`entries as e indexed by "entriesPublished"` : sql`entries as e`
  const own = scope.kind === 'followed' && !lists && !scope.inboxes ? scope : null
  // A join is faster than a set of feeds built for each page, but would return an entry once for each path to its
  // feed.
  const from = own ? sql`${entries} cross join subscriptions as s` : entries
  const visible = own
    ? all([sql`s."feedId" = e."feedId"`, followed(kind, own), delivered(scope.userId)])
    : inScope(kind, scope)
  return (bound, limit) => {
    const where = all([visible, ...bounded(scope.userId, bound)])
    return sql`(select e.* from ${from} where ${where} ${newestFirst} ${limited(limit)}) as e`
  }
}

function starredForm({ kind }: Storage, scope: TimelineScope & { kind: 'starred' }): Form {
  return (bound, limit) => {
    const where = all([starred(kind, scope), ...bounded(scope.userId, bound)])
    return sql`(select e.* from collections as c join entries as e on e.id = c."entryId"
      where ${where} ${newestFirst} ${limited(limit)}) as e`
  }
}
