/** Opens the database: SQLite in a folder, or PostgreSQL by address, and runs its migrations. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type Dialect } from 'kysely'
import { serverBaseline } from '../../../migrations/server/baseline.ts'
import { serverMigrations } from '../../../migrations/server/index.ts'
import { withBaseline } from '../../core/baseline.ts'
import { createPrivateFile, makePrivate } from './engine/private-files.ts'
import { postgresDialect } from './engine/postgres.ts'
import { runMigrations } from './engine/run-migrations.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './engine/sqlite.ts'

export type Kind = 'sqlite' | 'postgres'
/** The database and its SQL dialect. Every repository function takes one as its first argument. */
export type Storage = {
  readonly db: Kysely<Schema>
  readonly kind: Kind
  readonly close: () => Promise<void>
}

/**
 * @param options.url postgres://… or empty for SQLite
 * @param options.dir folder of SQLite's `lectern.sqlite`; ':memory:' stores nothing on disk
 * @param options.failed receives connection errors outside any query
 * @throws when the database cannot be opened or a migration fails (which is then rolled back)
 */
export async function openStorage(options: {
  url: string
  dir: string
  failed?: (error: Error) => void
}): Promise<Storage> {
  if (options.url)
    return migrated(postgresDialect(options.url, options.failed ?? (() => undefined)), 'postgres')
  if (options.dir === ':memory:') return migrated(sqliteDialect(':memory:'), 'sqlite')
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  const file = join(options.dir, 'lectern.sqlite')
  createPrivateFile(file)
  makePrivate([file, `${file}-wal`, `${file}-shm`, `${file}-journal`])
  return migrated(sqliteDialect(file), 'sqlite')
}

/** Wraps any dialect, so that tests can use PGlite. */
export async function migrated(dialect: Dialect, kind: Kind): Promise<Storage> {
  const db = new Kysely<Schema>({ dialect })
  const storage = { db, kind, close: () => db.destroy() }
  try {
    await migrate(storage)
    return storage
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Runs the migrations: in a new database the baseline, unless `upTo` is before it. @param upTo the last one to run; all when
 * absent @throws the error of a migration
 */
export async function migrate({ db, kind }: Pick<Storage, 'db' | 'kind'>, upTo?: string): Promise<void> {
  const steps: Readonly<Record<string, { readonly up: (on: Kysely<unknown>, kind: Kind) => Promise<void> }>> =
    upTo === undefined ? withBaseline(serverBaseline, serverMigrations) : serverMigrations
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, { up }]) => [name, { up: (on: Kysely<unknown>) => up(on, kind) }]),
  )
  await runMigrations({ db, kind }, { provider: { getMigrations: async () => migrations } }, upTo)
}

/** Opens a database without migrating it: for programs that inspect it beside a running server. */
export function openAsItIs(options: { url: string; dir: string }): Storage {
  const kind = options.url ? 'postgres' : 'sqlite'
  const dialect = options.url
    ? postgresDialect(options.url, () => undefined)
    : sqliteDialect(join(options.dir, 'lectern.sqlite'))
  const db = new Kysely<Schema>({ dialect })
  return { db, kind, close: () => db.destroy() }
}
