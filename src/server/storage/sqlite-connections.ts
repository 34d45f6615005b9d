/**
 * One connection writes, another reads. SQLite's readers never wait for its writer (WAL): without this, who opens a
 * timeline would wait for each transaction of the crawl from its beginning to its end.
 */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, SqliteDatabase } from 'kysely'

/** What begins so and names no deed only reads. A mistake would be refused: the reading connection cannot write. */
const READS = /^\s*(select|with)\b/i
const WRITES = /\b(insert|update|delete|replace)\b/i
const onlyReads = (text: string): boolean => READS.test(text) && !WRITES.test(text)

/** As much of a driver as Kysely asks for. @param reader opened read-only on the same file */
export function readerConnections(writer: SqliteDatabase, reader: SqliteDatabase): Driver {
  const line = createLine()
  /** Connections in a transaction, and what lets the next one begin. */
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
    // One that cannot be committed is still open: Kysely then takes it back.
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
      // The last to close tidies the files up, and only a writer can.
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
 * Who comes waits until all before have left, and comes in only after others had a turn: statements of SQLite never wait,
 * so that transactions in a row would else run as one.
 * @returns what lets the next one in
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
