/** Stores the result of a fetch: the feed's state and its history, of which ten rows are retained. */
import { sql } from 'kysely'
import { idList } from '../../storage/engine/id-list.ts'
import type { Storage } from '../../storage/open.ts'
import { HISTORY, unchangedFetch, withFetches } from '../../storage/feeds/unchanged-fetches.ts'
import type { FeedFetchRow, FeedRow } from '../../storage/schema.ts'
import { valueRows } from './value-rows.ts'
import { type PreparedDatabase, runPrepared } from './prepared-statements.ts'

export type Finished = Omit<Remembered, 'lines'> & { readonly fetch: FeedFetchRow }

/** Must run inside a transaction, together with the fetch's entries. Releases the feed's lease. */
export async function finish(database: PreparedDatabase, list: readonly Finished[]): Promise<void> {
  const withHistory = list.map((one) => ({ ...one, lines: unchangedFetch(one.fetch) }))
  await remember(database, withHistory)
  await storeHistory(
    database,
    withHistory.filter(({ lines }) => lines === null).map(({ fetch }) => fetch),
  )
}

/** Inserts rows for fetches that the compact history on the feed's row cannot represent. */
async function storeHistory(database: PreparedDatabase, fetches: readonly FeedFetchRow[]): Promise<void> {
  if (fetches.length === 0) return
  const { db, kind } = database
  await insertFetches(database, fetches)
  await db
    .deleteFrom('feedFetches')
    .where(
      'feedId',
      'in',
      idList(
        kind,
        fetches.map(({ feedId }) => feedId),
      ),
    )
    .where('at', '<', (expression) =>
      expression
        .selectFrom('feedFetches as kept')
        .select('kept.at')
        .whereRef('kept.feedId', '=', 'feedFetches.feedId')
        .orderBy('kept.at', 'desc')
        .limit(1)
        .offset(HISTORY - 1),
    )
    .execute()
}

const COLUMNS = [
  'feedId',
  'at',
  'status',
  'outcome',
  'message',
  'newEntries',
  'bytes',
  'milliseconds',
] as const

/** A feed may have been deleted while it was fetched; the others of the statement are stored in any case. */
async function insertFetches(
  { db, kind }: PreparedDatabase,
  fetches: readonly FeedFetchRow[],
): Promise<void> {
  const { source, column } = valueRows(kind, 'feedFetches', fetches)
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)))
  await sql`insert into "feedFetches" (${columns}) select ${sql.join(COLUMNS.map(column))} from ${source}
    where exists (select 1 from feeds where feeds.id = ${column('feedId')})`.execute(db)
}

/**
 * Most fetches bring nothing new. Their results are batched, so that crawling unchanged feeds takes few transactions.
 * After a crash unwritten feeds are fetched again when their lease ends.
 */
export function createUnchangedFinish(storage: Storage, delayMs = 50): (finished: Finished) => Promise<void> {
  let pending: Finished[] = []
  let flushing: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const list = pending
    pending = []
    flushing = null
    await storage.db.transaction().execute((db) => finish({ db, kind: storage.kind }, list))
  }
  return (finished) => {
    pending.push(finished)
    return (flushing ??= flush())
  }
}

// Writes the results of fetches to their feeds' rows: one statement for all that set the same columns.

/** @property lines of history (unchanged-fetches.ts), prepended to the feed's own */
type Remembered = {
  readonly feedId: string
  readonly state: Partial<FeedRow>
  readonly lines?: string | null
}

/** Must run inside a transaction. Releases the feeds' leases. */
export async function remember(library: PreparedDatabase, list: readonly Remembered[]): Promise<void> {
  const alike = Map.groupBy(
    list,
    ({ state, lines }) => Object.keys(state).join(' ') + (lines ? ' lines' : ''),
  )
  for (const some of alike.values()) {
    const [one, ...more] = some
    if (one && more.length === 0 && !one.lines) await rememberOne(library, one)
    else await rememberAll(library, some)
  }
}

function rememberOne(library: PreparedDatabase, { feedId, state }: Remembered) {
  const set = { ...state, lease: 0 }
  return runPrepared(
    library,
    `feeds ${Object.keys(set).join(' ')}`,
    () => library.db.updateTable('feeds').set(set).where('id', '=', feedId),
    [...Object.values(set), feedId],
  )
}

/** @param some with the same columns */
async function rememberAll({ db, kind }: PreparedDatabase, some: readonly Remembered[]): Promise<void> {
  const rows = new Map<string, Partial<FeedRow>>()
  for (const { feedId, state, lines } of some) {
    // Of two for the same feed the later one counts, and both are in its history.
    const before = rows.get(feedId)?.quietFetches ?? ''
    rows.set(feedId, { ...state, id: feedId, ...(lines ? { quietFetches: lines + before } : {}) })
  }
  const { source, column } = valueRows(kind, 'feeds', [...rows.values()])
  const sets = Object.keys(some[0]?.state ?? {}).map((name) => sql`${sql.ref(name)} = ${column(name)}`)
  const changed = some[0]?.lines ? [sql`"quietFetches" = ${withFetches(column('quietFetches'))}`] : []
  await sql`update feeds set ${sql.join([...sets, ...changed, sql`lease = 0`])} from ${source}
    where feeds.id = ${column('id')}`.execute(db)
}
