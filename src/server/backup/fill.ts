/** Fills an empty database with tables from any source, all or nothing. */
import type { Storage } from '../storage/open.ts'
import { createDigest, type Digest, type Row } from './digest.ts'
import { tablesOf, type Table } from './tables.ts'
import { clear, compare, digestOf, insertRows, settleCounters } from './write.ts'

/** The source of rows; `walk` passes one table after the other. */
export type Source = (
  each: (name: string, columns: readonly string[], batches: AsyncIterable<readonly Row[]>) => Promise<void>,
) => Promise<void>

/**
 * One transaction: empties, fills, reads back and compares. Tables may come in any order in which referenced ones
 * come first.
 * @returns the digest of each table
 * @throws Error with a readable message; then the database is unchanged
 */
export async function fill(to: Storage, source: Source): Promise<Map<string, Digest>> {
  return to.db.transaction().execute(async (db) => {
    const storage: Storage = { ...to, db }
    const tables = new Map((await tablesOf(storage)).map((table) => [table.name, table]))
    await clear(storage, [...tables.values()])
    const filled = new Map<string, Digest>()
    await source(async (name, columns, batches) => {
      const table = tables.get(name)
      if (!table) throw new Error(`The database has no table ${name}.`)
      filled.set(name, await fillTable(storage, table, columns, batches))
    })
    await settleCounters(storage, [...tables.values()])
    return filled
  })
}

async function fillTable(
  storage: Storage,
  table: Table,
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): Promise<Digest> {
  const kinds = new Map([...table.columns].filter(([name]) => columns.includes(name)))
  const digest = createDigest(kinds)
  for await (const rows of batches) {
    rows.forEach(digest.add)
    await insertRows(storage, table, rows)
  }
  const wanted = digest.end()
  compare(table.name, wanted, await digestOf(storage, table, columns))
  return wanted
}
