/**
 * One connection writes, another reads. SQLite's readers never wait for its writer (WAL): with one connection,
 * each timeline request would wait for the crawl's running transaction.
 */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, SqliteDatabase } from 'kysely'

/**
 * A statement with this start and without a writing verb only reads. A mistake would be refused: the reading
 * connection cannot write.
 */
const READS = /^\s*(select|with)\b/i
const WRITES = /\b(insert|update|delete|replace)\b/i
const onlyReads = (text: string): boolean => READS.test(text) && !WRITES.test(text)

/** The part of a driver that Kysely needs. @param reader opened read-only on the same file */
export function readerConnections(writer: SqliteDatabase, reader: SqliteDatabase): Driver {
  const line = createLine()
  /** Connections in a transaction, and the function that admits the next one. */
  const leaving = new WeakMap<DatabaseConnection, () => void>()

  const connect = (): DatabaseConnection => {
    const connection: DatabaseConnection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (leaving.has(connection)) return execute(writer, query)
        if (onlyReads(query.sql)) return execute(reader, query)
        const done = await line()
        try {
          return execute(writer, query)
        } finally {
          done()
        }
      },
      async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
        const database = leaving.has(connection) ? writer : reader
        for (const row of database.prepare(query.sql).iterate(query.parameters)) yield { rows: [row as R] }
      },
    }
    return connection
  }
  const leave = (connection: DatabaseConnection): void => {
    leaving.get(connection)?.()
    leaving.delete(connection)
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connect(),
    releaseConnection: async () => undefined,
    async beginTransaction(connection) {
      const done = await line()
      try {
        writer.prepare('begin').run([])
        leaving.set(connection, done)
      } catch (error) {
        done()
        throw error
      }
    },
    // A failed commit leaves it open: Kysely then rolls it back.
    async commitTransaction(connection) {
      writer.prepare('commit').run([])
      leave(connection)
    },
    async rollbackTransaction(connection) {
      try {
        writer.prepare('rollback').run([])
      } finally {
        leave(connection)
      }
    },
    async destroy() {
      // The last to close removes the WAL, and only a writer can.
      reader.close()
      writer.close()
    },
  }
}

function execute<R>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = database.prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/**
 * A fair mutex: waits until all earlier holders have released it, and yields before it acquires, as SQLite's
 * statements never wait and consecutive transactions would otherwise block all other work. p-queue starts the next task
 * in a microtask, without yielding.
 * @returns releases the mutex
 */
function createLine(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  let inside = 0
  return async () => {
    const before = last
    const mine = Promise.withResolvers<void>()
    last = mine.promise
    inside += 1
    await before
    return () => {
      inside -= 1
      if (inside > 0) setImmediate(mine.resolve)
      else mine.resolve()
    }
  }
}
