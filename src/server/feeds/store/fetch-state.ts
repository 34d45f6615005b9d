/** Writes the results of fetches to their feeds' rows: one statement for all that set the same columns. */
import { sql } from 'kysely'
import { withFetches } from '../../storage/feeds/unchanged-fetches.ts'
import type { FeedRow } from '../../storage/schema.ts'
import { valueRows } from './value-rows.ts'
import { runPrepared, type PreparedDatabase } from './prepared-statements.ts'

/** @property lines of history (unchanged-fetches.ts), prepended to the feed's own */
export type Remembered = {
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
