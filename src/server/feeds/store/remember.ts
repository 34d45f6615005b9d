/** What fetches leave on the rows of their feeds: one statement for all that leave the same columns. */
import { sql } from 'kysely'
import type { FeedRow } from '../../storage/schema.ts'
import { givenRows } from './given-rows.ts'
import { runKept, type Library } from './kept-statements.ts'

export type Remembered = { readonly feedId: string; readonly state: Partial<FeedRow> }

/** Must run inside a transaction. Gives the feeds' leases back. */
export async function remember(library: Library, list: readonly Remembered[]): Promise<void> {
  const alike = Map.groupBy(list, ({ state }) => Object.keys(state).join(' '))
  for (const some of alike.values()) {
    const [one, ...more] = some
    if (one && more.length === 0) await rememberOne(library, one)
    else await rememberAll(library, some)
  }
}

function rememberOne(library: Library, { feedId, state }: Remembered) {
  const set = { ...state, lease: 0 }
  return runKept(
    library,
    `feeds ${Object.keys(set).join(' ')}`,
    () => library.db.updateTable('feeds').set(set).where('id', '=', feedId),
    [...Object.values(set), feedId],
  )
}

/** @param some with the same columns */
async function rememberAll({ db, kind }: Library, some: readonly Remembered[]): Promise<void> {
  // Of two for the same feed the later one counts.
  const rows = new Map(some.map(({ feedId, state }) => [feedId, { ...state, id: feedId }]))
  const { source, column } = givenRows(kind, 'feeds', [...rows.values()])
  const sets = Object.keys(some[0]?.state ?? {}).map((name) => sql`${sql.ref(name)} = ${column(name)}`)
  await sql`update feeds set ${sql.join([...sets, sql`lease = 0`])} from ${source}
    where feeds.id = ${column('id')}`.execute(db)
}
