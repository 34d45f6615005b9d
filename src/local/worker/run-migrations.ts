/** Runs migrations by Kysely's Migrator. Loaded only when there are migrations to run: most starts have none. */
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from 'sql.js'
import { cachedStatements } from './statements.ts'
import type { Migrations } from './migration-source.ts'

/** SQLite can undo schema changes; Kysely runs migrations in a transaction only where the adapter says so. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): TransactionalSqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
}

/**
 * Kysely's SQLite dialect over sql.js, for migrations: handlers use the shorter path of `queries.ts`. Destroying its
 * Kysely frees the statements and leaves the database open.
 */
function sqlJsDialect(raw: Database): SqliteDialect {
  const { prepare, forget } = cachedStatements(raw)
  return new TransactionalSqliteDialect({ database: { prepare, close: forget } })
}

/** All missing steps run in one transaction: a failing one leaves nothing behind. @throws its error */
export async function runMigrations(raw: Database, migrations: Migrations): Promise<void> {
  const db = new Kysely<unknown>({ dialect: sqlJsDialect(raw) })
  try {
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
