/** One open follow.db on its files: opened, migrated, and made good when it is broken. */
import type { Database } from 'sql.js'
import type { OutboxRow } from '../calls.ts'
import { messageOf, isTransient } from './failure.ts'
import { migrate } from './migrate.ts'
import { allRows, begun } from './repositories/outbox.ts'
import { openOutboxLog, type OutboxLog } from './outbox-log.ts'
import { configure } from './pragmas.ts'
import { openQueries, type Queries } from './queries.ts'
import type { Db } from './schema.ts'
import type { MigrationSource } from './migration-source.ts'
import { emptied, type Folder } from './storage/file.ts'
import type { Sqlite } from './storage/sqlite.ts'

export type DatabaseFile = {
  readonly raw: Database
  readonly db: Db
  readonly transaction: Queries['transaction']
  readonly log: OutboxLog
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
 * Opens the database of a folder. A file that cannot be read or migrated is copied aside, emptied and built anew, with the
 * unsent changes put back; trouble of the disk deletes nothing.
 * @throws when the disk fails, or when building anew fails as well
 */
export async function openDatabaseFile(
  sqlite: Sqlite,
  folder: Folder,
  migrations: MigrationSource,
): Promise<Opened> {
  const log = openOutboxLog(folder.log)
  try {
    const database = await openOnce(sqlite, folder, migrations, log)
    await reconcile(database)
    return { database, rebuilt: null }
  } catch (error) {
    if (isTransient(error)) throw error
    const unsent = await unsentRows(sqlite, folder, log)
    await folder.keepCopy()
    return {
      database: await rebuildDatabaseFile(sqlite, folder, migrations, unsent),
      rebuilt: messageOf(error),
    }
  }
}

/** Empties the files and migrates anew. @param unsent changes to put back, in order */
export async function rebuildDatabaseFile(
  sqlite: Sqlite,
  folder: Folder,
  migrations: MigrationSource,
  unsent: readonly OutboxRow[],
): Promise<DatabaseFile> {
  const log = openOutboxLog(folder.log)
  for (const row of unsent) log.begin(row)
  emptied(folder.files)
  const database = await openOnce(sqlite, folder, migrations, log)
  await reconcile(database)
  return database
}

async function openOnce(
  sqlite: Sqlite,
  folder: Folder,
  migrations: MigrationSource,
  log: OutboxLog,
): Promise<DatabaseFile> {
  const { raw, close } = sqlite.open(folder.files)
  try {
    configure(raw)
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
  return { raw, db, transaction, log, written, close: closed }
}

/** After a kill between the log and the database, each is given what only the other has. */
async function reconcile({ transaction, log }: DatabaseFile): Promise<void> {
  const stored = await transaction(async (within) => {
    const before = await allRows(within)
    const known = new Set(before.map((row) => row.id))
    for (const row of log.rows()) if (!known.has(row.id)) await begun(within, row)
    return before
  })
  for (const row of stored) log.begin(row)
}

/** The unsent changes of a file that is about to be emptied: the log's, and what can still be read of the table. */
async function unsentRows(sqlite: Sqlite, folder: Folder, log: OutboxLog): Promise<OutboxRow[]> {
  const rows = new Map(log.rows().map((row) => [row.id, row]))
  for (const row of await readableRows(sqlite, folder)) if (!rows.has(row.id)) rows.set(row.id, row)
  return [...rows.values()]
}

async function readableRows(sqlite: Sqlite, folder: Folder): Promise<OutboxRow[]> {
  const { raw, close } = sqlite.open(folder.files)
  const queries = openQueries(raw)
  try {
    configure(raw)
    return await allRows(queries.db)
  } catch {
    return []
  } finally {
    queries.close()
    close()
  }
}
