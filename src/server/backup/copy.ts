/** Copies one database directly into another, for the move from SQLite to PostgreSQL. */
import type { Storage } from '../storage/open.ts'
import type { Digest } from './digest.ts'
import { fill } from './fill.ts'
import { rowsOf } from './rows.ts'
import { migrationsOf, tablesOf } from './tables.ts'
import { isInUse } from './write.ts'

/**
 * Both must have the same migrations. `from` must not be written meanwhile.
 * @returns the digest of each table @throws Error with a readable message, having changed nothing
 */
export async function copyDatabase(from: Storage, to: Storage): Promise<Map<string, Digest>> {
  const [theirs, ours] = [await migrationsOf(from), await migrationsOf(to)]
  if (JSON.stringify(sorted(theirs)) !== JSON.stringify(sorted(ours)))
    throw new Error('The two libraries do not stand at the same migrations.')
  if (await isInUse(to, await tablesOf(to)))
    throw new Error('The target database already contains data. Choose an empty database.')
  return from.db.transaction().execute((db) => {
    const source: Storage = { ...from, db }
    return fill(to, async (each) => {
      for (const table of await tablesOf(source))
        await each(table.name, [...table.columns.keys()], rowsOf(source, table))
    })
  })
}

const sorted = (steps: Readonly<Record<string, string[]>>) => Object.entries(steps).toSorted()
