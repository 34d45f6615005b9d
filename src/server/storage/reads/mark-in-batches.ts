/**
 * Marks many entries on SQLite, which runs in the thread that serves all requests: in batches, between which other
 * requests can run. First the unread entries are collected, feed by feed, so that only the scope is read and not
 * the rest of the database. Then they are marked in key order: marking feed by feed would write each page of the
 * index again and again. So each page on disk is read once, and only pages of the scope.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { delivered } from '../actions/actions.ts'
import { idList } from '../engine/id-list.ts'
import { insertMarks, within, type Mark, type MarkBounds } from './insert-marks.ts'
import type { Schema } from '../schema.ts'
import { feedsIn, inScope, type TimelineScope } from '../timeline/timeline.ts'

type Db = Transaction<Schema>
type Condition = RawBuilder<unknown>
type FeedScope = Exclude<TimelineScope, { kind: 'starred' }>

/** Entries per batch: some ms of work. */
export const BATCH_SIZE = 3000
/** Collected marks before they are written: some MB of memory. */
const PENDING_MAX = 50_000

/** In a transaction that {@link acquireWriter has begun to write}. */
export async function markInBatches(
  db: Db,
  scope: TimelineScope,
  bounds: MarkBounds,
  mark: Mark,
): Promise<void> {
  // Stars are few.
  if (scope.kind === 'starred')
    return void (await insertMarks(mark, sql`${inScope('sqlite', scope)} and ${within(bounds)}`).execute(db))
  const yieldToOthers = batches()
  let pendingCount = 0
  for await (const part of batchesOf(db, scope, bounds)) {
    pendingCount += await gather(db, scope.userId, part)
    await yieldToOthers()
    if (pendingCount < PENDING_MAX) continue
    await writePending(db, mark, yieldToOthers)
    pendingCount = 0
  }
  await writePending(db, mark, yieldToOthers)
}

/** ms between two yields: under heavy load more of them would take longer than the marks. */
const TURN_MS = 20
/** @returns yields to other requests when it is time */
export function batches(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < TURN_MS) return
    await breathe()
    last = performance.now()
  }
}

/**
 * Acquires the write lock before the first read: otherwise another process could write in between, and this
 * transaction would fail.
 */
export async function acquireWriter(db: Db): Promise<void> {
  await sql`delete from reads where 1 = 0`.execute(db)
  await sql`create temp table if not exists "wantedMarks"
    ("entryId" text primary key, "feedId" text not null) without rowid`.execute(db)
}

/** @returns how many of the entries are unread */
async function gather(db: Db, userId: string, part: Batch): Promise<number> {
  const { numAffectedRows } = await sql`insert or ignore into "wantedMarks" select e.id, e."feedId"
    from entries as e indexed by "entriesFeedPublished" where ${inBatch(part)} and ${delivered(userId)}
      and not exists (select 1 from reads as r where r."userId" = ${userId} and r."entryId" = e.id)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

async function writePending(db: Db, mark: Mark, yieldToOthers: () => Promise<void>): Promise<void> {
  for (let after = ''; ;) {
    const remaining = sql`from "wantedMarks" as w where w."entryId" > ${after} order by w."entryId"`
    const { rows } = await sql<{ last: string }>`
      select w."entryId" as last ${remaining} limit 1 offset ${BATCH_SIZE - 1}`.execute(db)
    await sql`insert into reads ("userId", "entryId", "readAt", "batch", "feedId")
      select ${mark.userId}, w."entryId", ${mark.readAt}, ${mark.batch}, w."feedId"
      ${remaining} limit ${BATCH_SIZE} on conflict do nothing`.execute(db)
    await yieldToOthers()
    if (!rows[0]) break
    after = rows[0].last
  }
  await sql`delete from "wantedMarks"`.execute(db)
}

type Batch = MarkBounds & { readonly feedIds: readonly string[] }

const inBatch = ({ feedIds, ...bounds }: Batch): Condition =>
  sql`e."feedId" in ${idList('sqlite', feedIds)} and ${within(bounds)}`

/** Small feeds together, large ones split by time. */
async function* batchesOf(db: Db, scope: FeedScope, bounds: MarkBounds): AsyncGenerator<Batch> {
  let feedIds: string[] = []
  let entries = 0
  for (const { feedId, size } of await sizesOf(db, scope)) {
    if (size > BATCH_SIZE) {
      yield* stretchesOf(db, { feedIds: [feedId], ...bounds })
      continue
    }
    if (entries + size > BATCH_SIZE) {
      yield { feedIds, ...bounds }
      feedIds = []
      entries = 0
    }
    feedIds.push(feedId)
    entries += size
  }
  yield { feedIds, ...bounds }
}

/** The number of entries of each feed of a scope. */
async function sizesOf(db: Db, scope: FeedScope): Promise<{ feedId: string; size: number }[]> {
  const { rows } = await sql<{ feedId: string; size: number }>`
    select c."feedId", c.entries as size from "feedCounts" as c
    where c."feedId" in (${feedsIn('sqlite', scope)})`.execute(db)
  return rows
}

/** The latest first; entries of the same time stay together. */
async function* stretchesOf(db: Db, part: Batch): AsyncGenerator<Batch> {
  for (let remaining = part; ;) {
    const start = await entryBelow(db, remaining)
    if (start === undefined) return yield remaining
    yield { ...remaining, start }
    remaining = { ...remaining, end: start - 1 }
  }
}

/** Publication time of the entry {@link BATCH_SIZE} entries before the end of a batch, if it has that many. */
async function entryBelow(db: Db, { feedIds, start, end }: Batch): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`select e."publishedAt" as at
    from entries as e indexed by "entriesFeedPublished" where ${inBatch({ feedIds, start, end })}
    order by e."publishedAt" desc limit 1 offset ${BATCH_SIZE}`.execute(db)
  return rows[0]?.at
}
