/**
 * Entries in the order of arrival, for the paging of other client protocols: by id, which rises with time. Ids
 * have 18 digits until the year 2031, so that they sort as text like numbers.
 */
import { sql, type RawBuilder } from 'kysely'
import { delivered } from '../actions/actions.ts'
import { hasLabel } from '../entries/entry-labels.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import { isCopy } from '../entries/story-copies.ts'
import { inScope, type TimelineScope } from './timeline.ts'

export type StreamBounds = {
  /** Ids: strictly above, strictly below. */
  readonly above?: string
  readonly below?: string
  /** Times of arrival, ms: inclusive start, exclusive end. */
  readonly from?: number
  readonly before?: number
  readonly read?: boolean
  readonly starred?: boolean
  /** Labels that entries have or lack, by key. */
  readonly labels?: readonly { readonly key: string; readonly has: boolean }[]
  /** Excluded feeds. */
  readonly without?: readonly string[]
  /** Only the first entry of a story in several of these feeds. */
  readonly onceAmong?: readonly string[]
}

/** `labelled`: all entries with a label or one within it, also of feeds no longer followed. */
export type StreamScope =
  | TimelineScope
  | { readonly kind: 'labelled'; readonly userId: string; readonly key: string }

export type StreamPlace = { readonly id: string; readonly feedId: string; readonly insertedAt: number }

/** A page of a scope. @param order by arrival */
export async function streamPage(
  { db, kind }: Storage,
  scope: StreamScope,
  bounds: StreamBounds,
  { order, limit }: { order: 'newest' | 'oldest'; limit: number },
): Promise<StreamPlace[]> {
  const where = sql.join([inStream(kind, scope), ...conditions(kind, scope.userId, bounds)], sql` and `)
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<StreamPlace>`select e.id, e."feedId", e."insertedAt" from entries as e
    where ${where} order by e.id ${direction} limit ${limit}`.execute(db)
  return rows
}

/** True of the entries `e` of a scope. */
const inStream = (kind: Storage['kind'], scope: StreamScope): RawBuilder<unknown> =>
  scope.kind === 'labelled'
    ? sql`${hasLabel(scope.userId, scope.key)} and ${delivered(scope.userId)}`
    : inScope(kind, scope)

/** How many entries a scope has. */
export async function streamSize(
  { db, kind }: Storage,
  scope: StreamScope,
  bounds: StreamBounds,
): Promise<number> {
  const where = sql.join([inStream(kind, scope), ...conditions(kind, scope.userId, bounds)], sql` and `)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from entries as e where ${where}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The newest arrival of each feed, ms. */
export async function newestArrivals(
  { db, kind }: Storage,
  feedIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ feedId: string; at: number }>`
    select e."feedId", max(e."insertedAt") as at from entries as e
    where e."feedId" in ${idList(kind, feedIds)} group by e."feedId"`.execute(db)
  return new Map(rows.map(({ feedId, at }) => [feedId, Number(at)]))
}

/** Entries that a user marked, one by one or by mark-all, since a given time. */
export async function readSince({ db }: Storage, userId: string, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reads')
    .select('entryId')
    .where('userId', '=', userId)
    .where('readAt', '>=', since)
    .execute()
  return rows.map(({ entryId }) => entryId)
}

function conditions(kind: Storage['kind'], userId: string, bounds: StreamBounds): RawBuilder<unknown>[] {
  const { above, below, from, before, read, starred, labels = [], without, onceAmong } = bounds
  const mark = sql`exists (select 1 from reads as r where r."userId" = ${userId} and r."entryId" = e.id)`
  const star = sql`exists (select 1 from collections as k where k."userId" = ${userId} and k."entryId" = e.id)`
  return [
    above === undefined ? null : sql`e.id > ${above}`,
    below === undefined ? null : sql`e.id < ${below}`,
    from === undefined ? null : sql`e."insertedAt" >= ${from}`,
    before === undefined ? null : sql`e."insertedAt" < ${before}`,
    read === undefined ? null : read ? mark : sql`not ${mark}`,
    starred === undefined ? null : starred ? star : sql`not ${star}`,
    ...labels.map(({ key, has }) => (has ? hasLabel(userId, key) : sql`not ${hasLabel(userId, key)}`)),
    onceAmong === undefined ? null : sql`not ${isCopy(kind, { userId, feedIds: onceAmong })}`,
    without?.length ? sql`e."feedId" not in ${idList(kind, without)}` : null,
  ].filter((condition) => condition !== null)
}
