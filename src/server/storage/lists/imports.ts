/** Imports: the lines of a file, their outcomes, and the resulting rows and jobs. */
import { sql, type Kysely } from 'kysely'
import { ownAddress, ownFeedIdsByUrl, type FeedRequestSettings } from '../feeds/feed-requests.ts'
import { feedIdsByUrl } from '../feeds/feeds-read.ts'
import { batches, idList } from '../engine/id-list.ts'
import { addFeeds } from '../feeds/feed-schedule.ts'
import type { Storage } from '../open.ts'
import type { Schema, SubscriptionRow } from '../schema.ts'

export const FIRST_FETCH_QUEUE = 'first-fetch'
/** The payload of a job on that queue. */
export type FirstFetch = { readonly importId: string; readonly line: number; readonly feedId: string }

/** A line before it is stored: an address to follow, or the reason for its refusal. */
export type NewLine = {
  readonly line: number
  readonly url: string
  /** For reports. */
  readonly title: string | null
  readonly follow: Pick<
    SubscriptionRow,
    'title' | 'category' | 'view' | 'isPrivate' | 'hideFromTimeline'
  > | null
  /** Request settings, which make it the user's own feed; null: the public feed. */
  readonly request: FeedRequestSettings | null
  readonly outcome: 'conflict' | 'failed' | null
  readonly reason: string | null
}
/** A stored line. `outcome` null: followed, its first fetch is pending. */
export type ImportLine = Schema['importLines']
type Making = {
  readonly id: string
  readonly userId: string
  readonly now: number
  readonly newId: () => string
}

/** If its job is lost, the schedule fetches a new feed after this long. */
const SCHEDULE_AFTER_MS = 3_600_000

/**
 * Stores an import: unknown feeds, subscriptions, lines and jobs, a batch per transaction, so that other requests
 * can run in between. Nothing is fetched here. It starts with its first lines and ends with its last, so that a
 * crash leaves no empty import, and none that runs forever with nothing left to do.
 * @returns the lines with their outcome
 */
export async function storeImport(
  storage: Storage,
  lines: readonly NewLine[],
  making: Making,
): Promise<ImportLine[]> {
  const { id, userId, now } = making
  const stored: ImportLine[] = []
  const parts = lines.length === 0 ? [[]] : batches(lines)
  for (const [at, part] of parts.entries()) {
    const written = await storage.db.transaction().execute(async (db) => {
      const within = { ...storage, db }
      if (at === 0)
        await db.insertInto('imports').values({ id, userId, createdAt: now, running: 1 }).execute()
      const rows = await storeLines(within, part, making)
      if (at === parts.length - 1) await endIfDone(within, id)
      return rows
    })
    stored.push(...written)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return stored
}

async function storeLines(
  storage: Storage,
  lines: readonly NewLine[],
  making: Making,
): Promise<ImportLine[]> {
  const subscribable = lines.filter(({ follow }) => follow !== null)
  const urls = subscribable.map(({ url }) => url)
  await addMissingFeeds(storage, subscribable, making)
  const shared = await feedIdsByUrl(storage, urls)
  const own = await ownFeedIdsByUrl(storage, making.userId, urls)
  const feedIds = new Map([...shared, ...own])
  const ids = [...new Set(feedIds.values())]
  const followed = await followedAmong(storage, making.userId, ids)
  const fetched = await fetchedAmong(storage, ids)
  const rows = lines.map((line): ImportLine => {
    const feedId = line.follow ? (feedIds.get(line.url) ?? null) : null
    const existing = feedId !== null && fetched.has(feedId) ? 'done' : null
    const outcome = feedId !== null && followed.has(feedId) ? 'conflict' : (line.outcome ?? existing)
    return {
      importId: making.id,
      line: line.line,
      url: line.url,
      title: line.title,
      outcome,
      feedId,
      reason: line.reason,
    }
  })
  await addSubscriptions(storage.db, subscribable, rows, { ...making, own: new Set(own.values()) })
  if (rows.length > 0) await storage.db.insertInto('importLines').values(rows).execute()
  await addJobs(storage.db, rows, making)
  return rows
}

/** Unknown feeds, and those that become the user's own. A feed that the user already follows is unchanged. */
async function addMissingFeeds(storage: Storage, lines: readonly NewLine[], making: Making): Promise<void> {
  const { userId, now, newId } = making
  const urls = lines.map(({ url }) => url)
  const existing = await feedIdsByUrl(storage, urls)
  const own = await ownFeedIdsByUrl(storage, userId, urls)
  const followed = await followedAmong(storage, userId, [...existing.values()])
  const settings = new Map(
    lines.flatMap(({ url, request }) =>
      request === null || own.has(url) || followed.has(existing.get(url) ?? '')
        ? []
        : [[url, request] as const],
    ),
  )
  const missingUrls = [...new Set(urls)].filter(
    (url) => settings.has(url) || !(existing.has(url) || own.has(url)),
  )
  if (missingUrls.length === 0) return
  const feeds = missingUrls.map((address) => {
    const [id, request] = [newId(), settings.get(address)]
    return { id, address, url: request ? ownAddress(address, id) : address, request }
  })
  const times = { createdAt: now, updatedAt: now, nextFetchAt: now + SCHEDULE_AFTER_MS }
  await addFeeds(
    storage.db,
    feeds.map(({ id, url }) => ({ id, url, ...times })),
  )
  const requests = feeds.flatMap(({ id, address, request }) =>
    request ? [{ feedId: id, userId, address, ...request }] : [],
  )
  if (requests.length > 0) await storage.db.insertInto('feedRequests').values(requests).execute()
}

async function followedAmong(
  { db, kind }: Storage,
  userId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('feedId')
    .where('userId', '=', userId)
    .where('feedId', 'in', idList(kind, ids))
    .execute()
  return new Set(rows.map(({ feedId }) => feedId))
}

/** Feeds with followers and without errors: no fetch to wait for. */
async function fetchedAmong({ db, kind }: Storage, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('feeds')
    .innerJoin('feedSchedule', 'feedSchedule.feedId', 'feeds.id')
    .select('id')
    .where('id', 'in', idList(kind, ids))
    .where('checkedAt', 'is not', null)
    .where('errorMessage', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function addSubscriptions(
  db: Kysely<Schema>,
  subscribable: readonly NewLine[],
  rows: readonly ImportLine[],
  { userId, now, newId, own }: Making & { readonly own: ReadonlySet<string> },
): Promise<void> {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const values = subscribable.flatMap(({ line, follow }): SubscriptionRow[] => {
    const row = byLine.get(line)
    if (!follow || !row || row.feedId === null || row.outcome === 'conflict') return []
    const isPrivate = own.has(row.feedId) ? 1 : follow.isPrivate
    return [{ ...follow, isPrivate, id: newId(), userId, feedId: row.feedId, createdAt: now }]
  })
  if (values.length === 0) return
  await db
    .insertInto('subscriptions')
    .values(values)
    .onConflict((on) => on.columns(['userId', 'feedId']).doNothing())
    .execute()
}

/** In the same transaction as the lines: a waiting line always has its job. */
async function addJobs(
  db: Kysely<Schema>,
  rows: readonly ImportLine[],
  { userId, now }: Pick<Making, 'userId' | 'now'>,
): Promise<void> {
  const values = rows.flatMap(({ importId, line, feedId, outcome }) => {
    if (outcome !== null || feedId === null) return []
    const payload: FirstFetch = { importId, line, feedId }
    const key = `${importId}/${line}`
    return [
      {
        queue: FIRST_FETCH_QUEUE,
        key,
        payload: JSON.stringify(payload),
        runAt: now,
        attempts: 0,
        lease: 0,
        userId,
      },
    ]
  })
  if (values.length > 0) await db.insertInto('jobs').values(values).execute()
}

/** When the import of a line started, ms; null when the line has its outcome already. */
export async function unfinishedLine(
  { db }: Storage,
  importId: string,
  line: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('importLines')
    .innerJoin('imports', 'imports.id', 'importLines.importId')
    .select('imports.createdAt')
    .where('importId', '=', importId)
    .where('line', '=', line)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return row?.createdAt ?? null
}

/** Records the outcome of a line. @param reason of a failure, null on success */
export async function finishLine(
  storage: Storage,
  { importId, line }: { importId: string; line: number },
  reason: string | null,
): Promise<void> {
  await storage.db
    .updateTable('importLines')
    .set({ outcome: reason === null ? 'done' : 'failed', reason })
    .where('importId', '=', importId)
    .where('line', '=', line)
    .execute()
  await endIfDone(storage, importId, line)
}

/**
 * Ends an import without waiting lines. Checks after `line` first: as jobs run in order, this finds a
 * waiting line at once, however long the file.
 */
export async function endIfDone({ db }: Storage, importId: string, line = 0): Promise<void> {
  const waiting = (after: number) =>
    sql<boolean>`exists (select 1 from "importLines" as l
      where l."importId" = ${importId} and l."line" > ${after} and l."outcome" is null)`
  await db
    .updateTable('imports')
    .set({ running: 0 })
    .where('id', '=', importId)
    .where(sql<boolean>`not ${waiting(line)}`)
    .where(sql<boolean>`not ${waiting(0)}`)
    .execute()
}

/** The lines of a user's latest import; null when there never was one. */
export async function latestImport(
  { db }: Storage,
  userId: string,
): Promise<{ running: boolean; lines: ImportLine[] } | null> {
  const latest = await db
    .selectFrom('imports')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return null
  const lines = await db
    .selectFrom('importLines')
    .selectAll()
    .where('importId', '=', latest.id)
    .orderBy('line')
    .execute()
  return { running: latest.running === 1, lines }
}
