/** Restores a backup into an empty database of either engine. */
import { mkdirSync, renameSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { Storage } from '../storage/open.ts'
import { check } from './backup.ts'
import type { Row } from './digest.ts'
import { asRow, readLines, type Header, type Line } from './file.ts'
import { fill, type Source } from './fill.ts'
import { migrationsOf, tablesOf } from './tables.ts'
import { isInUse } from './write.ts'

/** Migrates a database to the migrations of a backup (null: the latest). @throws for unknown migrations */
export type Migrate = (to: Storage, steps: Header['steps'] | null) => Promise<void>

/**
 * The schema is created as of the backup, filled, verified, and only then migrated, so that data migrations apply to the
 * rows.
 * @throws Error with a readable message; then the database is empty
 */
export async function restore(to: Storage, dir: string, path: string, migrate: Migrate): Promise<number> {
  await check(path)
  const before = await migrationsOf(to)
  const { steps } = await headerOf(path)
  if (Object.keys(before).length > 0 && !standsAt(before, steps))
    throw new Error('The database has tables already. A backup is restored into an empty one.')
  if (await isInUse(to, await tablesOf(to)))
    throw new Error('The database already contains data. Restore the backup into an empty database.')
  for await (const line of readLines(path)) if ('file' in line) pathOf(dir, line.file)
  await migrate(to, steps)
  const filled = await fill(to, sourceOf(path))
  await migrate(to, null)
  for await (const line of readLines(path)) if ('file' in line) restoreFile(dir, line)
  return [...filled.values()].reduce((sum, { rows }) => sum + rows, 0)
}

/** Plugins of which the backup has no step are left out: what they have made is empty. */
const standsAt = (before: Header['steps'], steps: Header['steps']): boolean =>
  Object.entries(steps).every(
    ([book, names]) => names.length === 0 || JSON.stringify(before[book]) === JSON.stringify(names),
  )

async function headerOf(path: string): Promise<Header> {
  for await (const line of readLines(path)) if ('header' in line) return line.header
  throw new Error(`${path} is empty.`)
}

const BATCH = 500

const sourceOf =
  (path: string): Source =>
  async (each) => {
    const lines = readLines(path)
    for (;;) {
      const { value, done } = await lines.next()
      if (done) return
      if ('table' in value) await each(value.table, value.columns, batches(lines, value.columns))
    }
  }

/** Consumes lines up to the end of the table and leaves the rest in the iterator. */
async function* batches(
  lines: AsyncGenerator<{ header: Header } | Line>,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  for (;;) {
    const { value, done } = await lines.next()
    if (done || !Array.isArray(value)) break
    rows.push(asRow(columns, value))
    if (rows.length < BATCH) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** @throws for a path outside the folder */
function pathOf(dir: string, file: string): string {
  const target = resolve(dir, file)
  if (target.startsWith(resolve(dir) + sep)) return target
  throw new Error(`The backup names a file outside: ${file}`)
}

/** An existing file is renamed, not lost: it may be the secret of a trial server. */
function restoreFile(dir: string, { file, base64 }: Extract<Line, { file: string }>): void {
  const target = pathOf(dir, file)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  if (existsSync(target)) renameSync(target, `${target}.old`)
  writeFileSync(target, Buffer.from(base64, 'base64'), { mode: 0o600 })
}

/** Builds a SQLite database beside its final path and moves it there when complete. */
export async function moveFiles<T>(dir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dir, 'lectern.restoring')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const done = await work(folder)
    for (const end of ['-wal', '-shm']) rmSync(join(dir, `lectern.sqlite${end}`), { force: true })
    renameSync(join(folder, 'lectern.sqlite'), join(dir, 'lectern.sqlite'))
    return done
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
