/** What a fetch leaves behind: the feed's state, and its place in the feed's history, of which ten are kept. */
import { sql } from 'kysely'
import { idList } from '../../storage/id-list.ts'
import type { Storage } from '../../storage/open.ts'
import { HISTORY, unchangedFetch } from '../../storage/unchanged-fetches.ts'
import type { FeedFetchRow } from '../../storage/schema.ts'
import { valueRows } from './value-rows.ts'
import type { PreparedDatabase } from './prepared-statements.ts'
import { remember, type Remembered } from './fetch-state.ts'

export type Finished = Omit<Remembered, 'lines'> & { readonly fetch: FeedFetchRow }

/** Must run inside a transaction, with whatever else the fetch brought. Gives the feed's lease back. */
export async function finish(library: PreparedDatabase, list: readonly Finished[]): Promise<void> {
  const told = list.map((one) => ({ ...one, lines: unchangedFetch(one.fetch) }))
  await remember(library, told)
  await keepHistory(
    library,
    told.filter(({ lines }) => lines === null).map(({ fetch }) => fetch),
  )
}

/** Rows for fetches that a line on the feed's row cannot tell. */
async function keepHistory(library: PreparedDatabase, fetches: readonly FeedFetchRow[]): Promise<void> {
  if (fetches.length === 0) return
  const { db, kind } = library
  await insertFetches(library, fetches)
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

/** A feed may have been deleted while it was fetched; the others of the statement are stored all the same. */
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
 * Most fetches bring nothing. What they leave is written together, so that a crawl of quiet feeds is a few transactions.
 * What a crash keeps from being written is fetched again: the lease is still on it.
 */
export function createUnchangedFinish(storage: Storage, wait = 50): (finished: Finished) => Promise<void> {
  let waiting: Finished[] = []
  let next: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const list = waiting
    waiting = []
    next = null
    await storage.db.transaction().execute((db) => finish({ db, kind: storage.kind }, list))
  }
  return (finished) => {
    waiting.push(finished)
    return (next ??= flush())
  }
}
