/** SQLite specifics: its driver over node:sqlite, and its pragmas. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect, type Driver, type SqliteDatabase } from 'kysely'
import { load } from 'sqlite-vec'
import { readerConnections } from './sqlite-connections.ts'

const PREPARED_MAX = 400
/**
 * Bytes, for a new database; an existing one keeps its own. With SQLite's default of 4096 a text of a little more
 * than two thousand bytes has a page to itself and leaves half of it empty: a crawl's commits were nearly twice as
 * many writes.
 */
const PAGE = 8192

/** Kysely runs migrations in a transaction only where the adapter declares transactional DDL; SQLite has it. */
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

class TwoConnectionsAdapter extends TransactionalSqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** A file has a second connection for reading; a database in memory belongs to one connection. */
class FileSqliteDialect extends SqliteDialect {
  readonly #file: string
  readonly #writer: SqliteDatabase

  constructor(file: string, database: SqliteDatabase) {
    super({ database })
    this.#file = file
    this.#writer = database
  }

  override createAdapter(): TwoConnectionsAdapter {
    return new TwoConnectionsAdapter()
  }
  override createDriver(): Driver {
    const raw = opened(this.#file, { readOnly: true })
    raw.exec('pragma cache_size=-4096')
    return readerConnections(this.#writer, preparing(raw))
  }
}

/**
 * @param file path of the database, or ':memory:'
 * @param image what a database in memory begins with: the bytes of a database file
 */
export function sqliteDialect(file: string, image?: Uint8Array): SqliteDialect {
  const raw = opened(file)
  if (image) raw.deserialize(image)
  // A statement of many rows journals the original pages for its rollback; beyond sixteen pages they would spill to a
  // temporary file, which costs as much as the rows. In memory, deleting a user with 180,000 marks takes 24 MB more.
  raw.exec(
    `pragma page_size=${PAGE}; pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=ON;
    pragma cache_size=-4096; pragma temp_store=MEMORY`,
  )
  const database = preparing(raw)
  return file === ':memory:'
    ? new TransactionalSqliteDialect({ database })
    : new FileSqliteDialect(file, database)
}

/** With sqlite-vec, where it has a binary for this platform; nothing else can be loaded afterwards. */
function opened(file: string, options: { readonly readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000, allowExtension: true, ...options })
  try {
    load(database)
  } catch {
    // Then vectorExtensionOf finds none.
  }
  database.enableLoadExtension(false)
  return database
}

/** Caches prepared statements. */
function preparing(raw: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, { statement: StatementSync; reader: boolean; rows: Rows }>()
  return {
    close: () => raw.close(),
    prepare(sql) {
      let entry = prepared.get(sql)
      if (!entry) {
        const statement = raw.prepare(sql)
        entry = { statement, reader: statement.columns().length > 0, rows: rowsOf(statement) }
        const oldest = prepared.keys().next().value
        if (prepared.size >= PREPARED_MAX && oldest !== undefined) prepared.delete(oldest)
        prepared.set(sql, entry)
      }
      const { statement, reader, rows } = entry
      return {
        reader,
        all: (parameters) => rows.all(bound(parameters)),
        run: (parameters) => (isOver(raw, sql) ? NO_CHANGES : statement.run(...bound(parameters))),
        iterate: (parameters) => rows.iterate(bound(parameters)),
      }
    },
  }
}

type Row = Record<string, unknown>
type Rows = {
  readonly all: (parameters: SQLInputValue[]) => Row[]
  readonly iterate: (parameters: SQLInputValue[]) => IterableIterator<Row>
}

/**
 * The rows of a statement as plain objects of one shape. The driver's own are in dictionary mode, where each
 * property access costs several times as much: a timeline took a quarter longer with them.
 */
function rowsOf(statement: StatementSync): Rows {
  let width = -1
  let shape: (values: readonly unknown[]) => Row = () => ({})
  const shaped = (values: unknown): Row => {
    const row = values as readonly unknown[]
    // `select *` returns more columns after a migration.
    if (row.length !== width) {
      width = row.length
      shape = shapeOf(statement.columns().map(({ name }) => name))
    }
    return shape(row)
  }
  statement.setReturnArrays(true)
  return {
    all: (parameters) => statement.all(...parameters).map(shaped),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters)) yield shaped(values)
    },
  }
}

/**
 * Generated as source and compiled once: an object filled property by property takes ten times as long.
 * @param names columns of one of our own statements
 */
const shapeOf = (names: readonly string[]): ((values: readonly unknown[]) => Row) => {
  const columns = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  return new Function('values', `return { ${columns.join(', ')} }`) as (values: readonly unknown[]) => Row
}

/** A full disk makes SQLite roll the transaction back by itself. A second rollback would fail, and hide the cause. */
const isOver = (raw: DatabaseSync, sql: string): boolean => sql === 'rollback' && !raw.isTransaction
const NO_CHANGES = { changes: 0, lastInsertRowid: 0 } as const

/** node:sqlite accepts numbers, texts, bytes and null; better-auth also passes booleans and dates. */
function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'boolean') return Number(value)
    if (value instanceof Date) return value.toISOString()
    return (value ?? null) as SQLInputValue
  })
}
