/** Writes the full database into one file while servers keep using it. */
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Storage } from '../storage/open.ts'
import { createDigest, type Digest } from './digest.ts'
import { asRow, createWriter, readLines, type Writer } from './file.ts'
import { rowsOf } from './rows.ts'
import { migrationsOf, tablesOf } from './tables.ts'

/** The database is read through its engine; lock files belong to running processes. */
const NOT_FILES = /^lectern\.(sqlite|lock)|\.(restoring|part|backup)$/

export type Saved = { readonly tables: number; readonly rows: number; readonly files: number }

/**
 * The file gets its final name only after it was read back and verified.
 * @param dir the data folder, whose other files (the server's secret) belong to the backup
 */
export async function backup(storage: Storage, dir: string, path: string, now: number): Promise<Saved> {
  const part = `${path}.part`
  try {
    const written = await writeAll(storage, dir, part, now)
    const row = await check(part)
    for (const [name, digest] of written.digests)
      if (JSON.stringify(row.get(name)) !== JSON.stringify(digest))
        throw new Error(`The backup differs from the database in ${name}.`)
    renameSync(part, path)
    const rows = [...written.digests.values()].reduce((sum, digest) => sum + digest.rows, 0)
    return { tables: written.digests.size, rows, files: written.files }
  } finally {
    rmSync(part, { force: true })
  }
}

async function writeAll(storage: Storage, dir: string, path: string, now: number) {
  const writer = createWriter(path)
  const digests = await snapshot(storage, async (still) => {
    const at = new Date(now).toISOString()
    await writer.write({ lectern: 'backup', form: 1, at, steps: await migrationsOf(still) })
    const all = new Map<string, Digest>()
    for (const table of await tablesOf(still)) {
      const columns = [...table.columns.keys()]
      // Written and digested unconverted, so column kinds do not apply.
      const digest = createDigest(new Map(columns.map((name) => [name, 'plain'])))
      await writer.write({ table: table.name, columns })
      for await (const rows of rowsOf(still, table))
        for (const row of rows) {
          digest.add(row)
          await writer.write(columns.map((name) => row[name]))
        }
      all.set(table.name, digest.end())
      await writer.write({ end: table.name, digest: digest.end() })
    }
    return all
  })
  const files = await writeFiles(writer, dir)
  await writer.write({ over: true })
  await writer.end()
  return { digests, files }
}

/** One snapshot of the database for the full duration of the write. */
function snapshot<T>({ db, ...storage }: Storage, work: (still: Storage) => Promise<T>): Promise<T> {
  const transaction = db.transaction()
  const still = storage.kind === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
  return still.execute((on) => work({ ...storage, db: on }))
}

async function writeFiles(writer: Writer, dir: string): Promise<number> {
  const row = readdirSync(resolve(dir), { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && !NOT_FILES.test(entry.name),
  )
  for (const { parentPath, name } of row) {
    const path = join(parentPath, name)
    const file = path.slice(resolve(dir).length + 1)
    await writer.write({ file, base64: readFileSync(path).toString('base64') })
  }
  return row.length
}

/** Reads a full backup. @returns the digest per table @throws Error with a readable message when it is incomplete */
export async function check(path: string): Promise<Map<string, Digest>> {
  const row = new Map<string, Digest>()
  let columns: readonly string[] = []
  let digest = createDigest(new Map())
  for await (const line of readLines(path)) {
    if (Array.isArray(line)) digest.add(asRow(columns, line))
    else if ('table' in line) {
      columns = line.columns
      digest = createDigest(new Map(columns.map((name) => [name, 'plain'])))
    } else if ('end' in line) {
      if (JSON.stringify(digest.end()) !== JSON.stringify(line.digest))
        throw new Error(`The rows of ${line.end} are not those that the backup names.`)
      row.set(line.end, line.digest)
    }
  }
  return row
}
