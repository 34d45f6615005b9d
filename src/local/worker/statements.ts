/** A cache of sql.js's prepared statements: a repeated query is not compiled again. */
import type { Database, SqlValue, Statement } from 'sql.js'

const MAX_STATEMENTS = 200

type Row = Record<string, SqlValue>
type PreparedStatement = {
  /** Whether it returns rows. */
  readonly reader: boolean
  readonly all: (parameters: readonly unknown[]) => Row[]
  readonly run: (parameters: readonly unknown[]) => {
    readonly changes: number
    readonly lastInsertRowid: number
  }
  readonly iterate: (parameters: readonly unknown[]) => IterableIterator<Row>
}
export type Statements = {
  readonly prepare: (sql: string) => PreparedStatement
  /** Frees all of them; the database stays open. */
  readonly forget: () => void
}

type CachedStatement = { readonly statement: Statement; readonly columns: readonly string[] }

export function cachedStatements(raw: Database): Statements {
  const cached = new Map<string, CachedStatement>()
  const forget = (): void => {
    for (const { statement } of cached.values()) statement.free()
    cached.clear()
  }
  return {
    forget,
    prepare(sql) {
      // A schema change would leave cached statements with the old columns.
      if (/^\s*(create|alter|drop)\b/i.test(sql)) forget()
      const { statement, columns } = cachedStatement(raw, cached, sql)
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

/** A least recently used cache: evicts the oldest statement. */
function cachedStatement(raw: Database, cached: Map<string, CachedStatement>, sql: string): CachedStatement {
  const known = cached.get(sql)
  const entry = known ?? prepared(raw, sql)
  cached.delete(sql)
  cached.set(sql, entry)
  if (cached.size > MAX_STATEMENTS) {
    const [oldest, { statement }] = cached.entries().next().value as [string, CachedStatement]
    statement.free()
    cached.delete(oldest)
  }
  return entry
}

function prepared(raw: Database, sql: string): CachedStatement {
  const statement = raw.prepare(sql)
  return { statement, columns: statement.getColumnNames() }
}

function allRows(statement: Statement, columns: readonly string[], parameters: SqlValue[]): Row[] {
  const rows: Row[] = []
  try {
    statement.bind(parameters)
    while (statement.step()) {
      const values = statement.get()
      const row: Row = {}
      for (const [index, column] of columns.entries()) row[column] = values[index] ?? null
      rows.push(row)
    }
  } finally {
    // A statement that is not reset would block every commit.
    statement.reset()
  }
  return rows
}

/** A full disk makes SQLite roll back by itself; a second rollback would hide that error behind its own. */
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
