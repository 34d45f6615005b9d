/** Kysely's SQLite dialect over sql.js, with prepared statements kept. */
import { SqliteAdapter, SqliteDialect, type SqliteDatabase } from 'kysely'
import type { Database, SqlValue, Statement } from 'sql.js'

const STATEMENTS_KEPT = 200

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

/** @param close closes the database after its statements were freed */
export function sqlJsDialect(raw: Database, close: () => void): SqliteDialect {
  return new TransactionalSqliteDialect({ database: kyselyDatabase(raw, close) })
}

type Kept = { readonly statement: Statement; readonly columns: readonly string[] }

function kyselyDatabase(raw: Database, close: () => void): SqliteDatabase {
  const kept = new Map<string, Kept>()
  const forget = (): void => {
    for (const { statement } of kept.values()) statement.free()
    kept.clear()
  }
  return {
    close: () => {
      forget()
      close()
    },
    prepare(sql) {
      // A schema change would leave kept statements with the columns of before.
      if (/^\s*(create|alter|drop)\b/i.test(sql)) forget()
      const { statement, columns } = keptStatement(raw, kept, sql)
      return {
        reader: columns.length > 0,
        all: (parameters) => allRows(statement, columns, bound(parameters)),
        run: (parameters) => {
          runOnce(statement, sql, bound(parameters))
          return { changes: raw.getRowsModified(), lastInsertRowid: 0 }
        },
        iterate: (parameters) => allRows(statement, columns, bound(parameters)).values(),
      }
    },
  }
}

/** The oldest statement makes room; one that is used again becomes the youngest. */
function keptStatement(raw: Database, kept: Map<string, Kept>, sql: string): Kept {
  const known = kept.get(sql)
  const entry = known ?? prepared(raw, sql)
  kept.delete(sql)
  kept.set(sql, entry)
  if (kept.size > STATEMENTS_KEPT) {
    const [oldest, { statement }] = kept.entries().next().value as [string, Kept]
    statement.free()
    kept.delete(oldest)
  }
  return entry
}

function prepared(raw: Database, sql: string): Kept {
  const statement = raw.prepare(sql)
  return { statement, columns: statement.getColumnNames() }
}

function allRows(
  statement: Statement,
  columns: readonly string[],
  parameters: SqlValue[],
): Record<string, SqlValue>[] {
  const rows: Record<string, SqlValue>[] = []
  try {
    statement.bind(parameters)
    while (statement.step()) {
      const values = statement.get()
      const row: Record<string, SqlValue> = {}
      for (const [index, column] of columns.entries()) row[column] = values[index] ?? null
      rows.push(row)
    }
  } finally {
    // A statement left in mid-step would hold back every commit.
    statement.reset()
  }
  return rows
}

/** A full disk makes SQLite roll back by itself; rolling back once more would hide that error behind its own. */
function runOnce(statement: Statement, sql: string, parameters: SqlValue[]): void {
  try {
    statement.run(parameters)
  } catch (error) {
    statement.reset()
    if (sql !== 'rollback') throw error
  }
}

const bound = (parameters: readonly unknown[]): SqlValue[] =>
  parameters.map((value) => (typeof value === 'boolean' ? Number(value) : ((value ?? null) as SqlValue)))
