/** New entries as rows, a few dozen in a statement. */
import { batches } from '../../storage/id-list.ts'
import type { EntryRow } from '../../storage/schema.ts'
import { runKept, type Library } from './kept-statements.ts'

export type NewEntry = { readonly row: EntryRow; readonly content: string | null }

/** Below the limits on parameters of both engines. */
const ROWS_MAX = 50

/** Must run inside a transaction. @returns how many were not there before */
export async function insertEntries(library: Library, list: readonly NewEntry[]): Promise<number> {
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

/** @returns the ids of those that are stored now */
async function insertRows(library: Library, rows: readonly EntryRow[]): Promise<Set<string>> {
  const { rows: inserted } = await runKept<{ id: string }>(
    library,
    `entries ${rows.length}`,
    () =>
      library.db
        .insertInto('entries')
        .values([...rows])
        .onConflict((on) => on.columns(['feedId', 'guid']).doNothing())
        .returning('id'),
    rows.flatMap((row) => Object.values(row)),
  )
  return new Set(inserted.map(({ id }) => id))
}

async function insertContents(library: Library, pairs: readonly (readonly string[])[]): Promise<void> {
  if (pairs.length === 0) return
  const values = pairs.map(() => ({ entryId: '', content: '' }))
  await runKept(
    library,
    `contents ${pairs.length}`,
    () => library.db.insertInto('entryContents').values(values),
    pairs.flat(),
  )
}
