/** Kysely's SQLite dialect over sql.js, for migrations: handlers use the shorter path of `queries.ts`. */
import { SqliteAdapter, SqliteDialect } from 'kysely'
import type { Database } from 'sql.js'
import { cachedStatements } from './statements.ts'

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

/** Destroying its Kysely frees the statements and leaves the database open. */
export function sqlJsDialect(raw: Database): SqliteDialect {
  const { prepare, forget } = cachedStatements(raw)
  return new TransactionalSqliteDialect({ database: { prepare, close: forget } })
}
