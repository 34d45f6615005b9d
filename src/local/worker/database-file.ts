/** One open follow.db on its files: opened, migrated, and rebuilt when it is broken. */
import type { Database } from 'sql.js'
import type { EntryEffect, OutboxRow } from '../calls.ts'
import { parsed } from './row-shape.ts'
import { messageOf, isTransient } from './failure.ts'
import { derivePendingEffects } from './repositories/outbox.ts'
import { storedUser } from './repositories/user.ts'
import { openOutboxFile, type OutboxFile } from './outbox-file.ts'
import { openQueries, type Queries } from './queries.ts'
import type { Db } from './schema.ts'
import type { MigrationSource } from './migration-source.ts'
import { emptied, type Folder } from './storage/file.ts'
import type { Sqlite } from './storage/sqlite.ts'

export type DatabaseFile = {
  readonly raw: Database
  readonly db: Db
  readonly transaction: Queries['transaction']
  /** Rows written, changed and deleted since it was opened. */
  readonly written: Queries['written']
  readonly close: () => Promise<void>
}
export type Opened = {
  readonly database: DatabaseFile
  /** Why the file had to be rebuilt, null when it had not. */
  readonly rebuilt: string | null
}

/**
 * Opens the database of a folder. A file that cannot be read or migrated is copied aside and rebuilt; a disk
 * error deletes nothing.
 * @throws when the disk fails, or when the rebuild fails as well
 */
export async function openDatabaseFile(
  sqlite: Sqlite,
  folder: Folder,
  migrations: MigrationSource,
  outbox: OutboxFile = openOutboxFile(folder.outbox),
): Promise<Opened> {
  try {
    return { database: await openOnce(sqlite, folder, migrations, outbox), rebuilt: null }
  } catch (error) {
    if (isTransient(error)) throw error
    await folder.keepCopy()
    return {
      database: await rebuildDatabaseFile(sqlite, folder, migrations, outbox),
      rebuilt: messageOf(error),
    }
  }
}

/** Empties the database's files and runs all migrations. */
export function rebuildDatabaseFile(
  sqlite: Sqlite,
  folder: Folder,
  migrations: MigrationSource,
  outbox: OutboxFile,
): Promise<DatabaseFile> {
  emptied(folder.files)
  return openOnce(sqlite, folder, migrations, outbox)
}

async function openOnce(
  sqlite: Sqlite,
  folder: Folder,
  migrations: MigrationSource,
  outbox: OutboxFile,
): Promise<DatabaseFile> {
  const { raw, close } = sqlite.open(folder.files)
  try {
    configure(raw)
    for (const row of earlierOutbox(raw)) outbox.add(row)
    await migrate(raw, migrations)
  } catch (error) {
    close()
    throw error
  }
  const queries = openQueries(raw)
  const closed = async () => {
    queries.close()
    close()
  }
  const { db, transaction, written } = queries
  try {
    await transaction(async (within) => {
      // Files of an earlier version do not name the user.
      const stored = outbox.user() === null ? await storedUser(within) : undefined
      if (stored) outbox.take(stored.id)
      await derivePendingEffects(within, outbox.rows())
    })
  } catch (error) {
    await closed()
    throw error
  }
  return { raw, db, transaction, written, close: closed }
}

/**
 * The outbox as it was before migration 39: a table of the database.
 * @returns the changes of a database that no later version has opened yet, oldest first; else none
 */
function earlierOutbox(raw: Database): readonly OutboxRow[] {
  if (answer(raw, `select 1 from "sqlite_schema" where "name" = 'outbox'`) === undefined) return []
  const [result] = raw.exec(
    'select "id", "noun", "name", "args", "effect", "at" from "outbox" order by "place"',
  )
  return (result?.values ?? []).map(([id, noun, name, args, effect, at]) => ({
    id: String(id),
    noun: String(noun),
    name: String(name),
    args: parsed(String(args)),
    effect: effect === null ? null : parsed<EntryEffect>(String(effect)),
    at: Number(at),
  }))
}

// Brings the schema up to date; fetches no migration when there is nothing to do.

/** The file was written by a newer version than this tab runs. It must neither be read nor rebuilt by this one. */
const newerFile = 'This database was written by a newer version of Lectern. Reload this tab.'

/** The file is older than this tab, and the migrations could not be loaded. The file is intact. */
const stepsMissing = 'The source to this version of the database could not be fetched. Reload this tab.'

/** @throws the error of the failing step, with nothing changed */
export async function migrate(raw: Database, source: MigrationSource): Promise<void> {
  // Kysely's own table says which steps ran; this number only saves reading it at every start.
  const done = Number(answer(raw, 'pragma user_version'))
  if (done === source.count) return
  if (done > source.count) throw new Error(newerFile)
  const [{ runMigrations }, migrations] = await Promise.all([
    import('./run-migrations.ts'),
    source.load(answer(raw, 'select count(*) from sqlite_schema') === 0),
  ]).catch((error: unknown) => {
    throw new Error(stepsMissing, { cause: error })
  })
  await runMigrations(raw, migrations)
  raw.exec(`pragma user_version=${source.count}`)
}

// Sets the pragmas that the files need.

/**
 * Exclusive locking is set before WAL: only then does SQLite hold the WAL's index in its own memory. Otherwise it would
 * use a shared file that does not outlive the tab, and still report `wal`, hence both results are checked.
 * @throws SQLite's error, e.g. "file is not a database"
 */
export function configure(raw: Database): void {
  raw.exec('pragma page_size=4096')
  const locking = answer(raw, 'pragma locking_mode=EXCLUSIVE')
  const journal = answer(raw, 'pragma journal_mode=WAL')
  if (locking !== 'exclusive' || journal !== 'wal')
    throw new Error(`SQLite refused its mode: ${locking}, ${journal}`)
  // NORMAL loses no commit to a killed tab or browser. A power cut can take the last ones; the outbox has a file
  // of its own that is flushed.
  raw.exec(
    'pragma synchronous=NORMAL; pragma temp_store=MEMORY; pragma cache_size=-16000; pragma wal_autocheckpoint=2000',
  )
}

const answer = (raw: Database, query: string): unknown => raw.exec(query)[0]?.values[0]?.[0]
