/** Stores the result of a fetch: the feed's state and its history, of which ten rows are retained. */
import { sql } from 'kysely'
import { idList } from '../../storage/engine/id-list.ts'
import type { Storage } from '../../storage/open.ts'
import { scheduleOf, withoutSchedule } from '../../storage/feeds/feed-schedule.ts'
import { HISTORY, unchangedFetch, withFetches } from '../../storage/feeds/unchanged-fetches.ts'
import type { FeedFetchRow, FeedRow } from '../../storage/schema.ts'
import { valueRows } from './value-rows.ts'
import { type PreparedDatabase, runPrepared } from './prepared-statements.ts'

export type Finished = Omit<Remembered, 'lines'> & { readonly fetch: FeedFetchRow }

/** Must run inside a transaction, together with the fetch's entries. Releases the feed's lease. */
export async function finish(database: PreparedDatabase, list: readonly Finished[]): Promise<void> {
  const withHistory = list.map((one) => ({ ...one, lines: unchangedFetch(one.fetch) }))
  await storeHistory(
    database,
    withHistory.filter(({ lines }) => lines === null).map(({ fetch }) => fetch),
  )
  await remember(database, withHistory)
}

/** Inserts rows for fetches that the compact history on the schedule's row cannot represent. */
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

// Writes the results of fetches to the rows of their feeds and of the schedule: one statement for all that set the same columns.

/** @property lines of history (unchanged-fetches.ts), prepended to the feed's own */
type Remembered = {
  readonly feedId: string
  readonly state: Partial<FeedRow>
  readonly lines?: string | null
}
type Table = 'feeds' | 'feedSchedule'
/** A change of a row. `isQuiet`: of a fetch that found nothing new. */
type Change = { readonly id: string; readonly values: Partial<FeedRow>; readonly isQuiet: boolean }

/** Must run inside a transaction. Releases the feeds' leases. */
export async function remember(library: PreparedDatabase, list: readonly Remembered[]): Promise<void> {
  const ofFeeds = list.map(({ feedId, state, lines }) => {
    return { id: feedId, values: withoutSchedule(state), isQuiet: Boolean(lines) }
  })
  await change(
    library,
    'feeds',
    ofFeeds.filter(({ values }) => Object.keys(values).length > 0),
  )
  const ofSchedule = list.map(({ feedId, state, lines }) => {
    const values = { ...scheduleOf(state), ...(lines ? { quietFetches: lines } : {}), lease: 0 }
    return { id: feedId, values, isQuiet: Boolean(lines) }
  })
  await change(library, 'feedSchedule', ofSchedule)
}

async function change(library: PreparedDatabase, table: Table, list: readonly Change[]): Promise<void> {
  const alike = Map.groupBy(list, ({ values }) => Object.keys(values).join(' '))
  for (const some of alike.values()) {
    const [one, ...more] = some
    if (one && more.length === 0 && !one.isQuiet) await changeOne(library, table, one)
    else await changeAll(library, table, some)
  }
}

function changeOne(library: PreparedDatabase, table: Table, { id, values }: Change) {
  return runPrepared(
    library,
    `${table} ${Object.keys(values).join(' ')}`,
    () =>
      table === 'feeds'
        ? library.db.updateTable('feeds').set(values).where('id', '=', id)
        : library.db.updateTable('feedSchedule').set(values).where('feedId', '=', id),
    [...Object.values(values), id],
  )
}

/** A row that stays as it is is not written. @param some with the same columns */
async function changeAll(
  { db, kind }: PreparedDatabase,
  table: Table,
  some: readonly Change[],
): Promise<void> {
  const key = table === 'feeds' ? 'id' : 'feedId'
  const rows = new Map<string, Change['values']>()
  for (const { id, values } of some) {
    // Of two for the same feed the later one counts, and both are in its history.
    const before = rows.get(id)?.quietFetches ?? ''
    const { quietFetches } = values
    rows.set(id, { ...values, [key]: id, ...(quietFetches ? { quietFetches: quietFetches + before } : {}) })
  }
  const { source, column } = valueRows(kind, table, [...rows.values()])
  const names = Object.keys(some[0]?.values ?? {})
  const columns = names.map((name) => sql.ref(`${table}.${name}`))
  const values = names.map((name) => (name === 'quietFetches' ? withFetches(column(name)) : column(name)))
  const sets = names.map((name, at) => sql`${sql.ref(name)} = ${values[at]}`)
  await sql`update ${sql.table(table)} set ${sql.join(sets)} from ${source}
    where ${sql.ref(`${table}.${key}`)} = ${column(key)}
    and (${sql.join(columns)}) ${sql.raw(kind === 'postgres' ? 'is distinct from' : 'is not')} (${sql.join(values)})`.execute(
    db,
  )
}
