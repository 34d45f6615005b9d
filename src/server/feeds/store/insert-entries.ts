/** Inserts new entries, a few dozen per statement. */
import type { SafeHtml } from '../sanitise/safe-html.ts'
import { EMPTY } from '../sanitise/sanitise.ts'
import { batches, idList } from '../../storage/engine/id-list.ts'
import type { EntryRow } from '../../storage/schema.ts'
import { runPrepared, type PreparedDatabase } from './prepared-statements.ts'

export type NewEntry = { readonly row: EntryRow; readonly content: SafeHtml | null }

/** Below the limits on parameters of both engines. */
const ROWS_MAX = 50

/** Must run inside a transaction. @returns how many were new */
export async function insertEntries(library: PreparedDatabase, list: readonly NewEntry[]): Promise<number> {
  let added = 0
  for (const part of batches(list, ROWS_MAX)) {
    const ids = await insertRows(
      library,
      part.map(({ row }) => row),
    )
    added += ids.size
    await insertContents(
      library,
      part.flatMap(({ row: { id }, content }) => (content !== null && ids.has(id) ? [[id, content]] : [])),
    )
  }
  return added
}

/** @returns the ids of the stored rows */
async function insertRows(
  library: PreparedDatabase,
  rows: readonly EntryRow[],
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ id }) => id)
  const { numAffectedRows } = await runPrepared(
    library,
    `entries ${rows.length}`,
    () =>
      library.db
        .insertInto('entries')
        .values([...rows])
        .onConflict((on) => on.columns(['feedId', 'guid']).doNothing()),
    rows.flatMap((row) => Object.values(row)),
  )
  // `returning` costs more than a query in the rare case that another process inserted an entry first.
  return numAffectedRows === BigInt(rows.length) ? new Set(ids) : storedOf(library, ids)
}

async function storedOf(
  { db, kind }: PreparedDatabase,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('entries').select('id').where('id', 'in', idList(kind, ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

async function insertContents(
  library: PreparedDatabase,
  pairs: readonly (readonly string[])[],
): Promise<void> {
  if (pairs.length === 0) return
  const values = pairs.map(() => ({ entryId: '', content: EMPTY }))
  await runPrepared(
    library,
    `contents ${pairs.length}`,
    () => library.db.insertInto('entryContents').values(values),
    pairs.flat(),
  )
}
