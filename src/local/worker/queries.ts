/**
 * Kysely's query builder on sql.js without its driver, pool and schema builder: one connection with one owner and a queue.
 * The class `Kysely` would load all of them at every start; only migrations need them.
 */
import {
  DefaultQueryExecutor,
  QueryCreator,
  SqliteAdapter,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type { Database } from 'sql.js'
import type { Db, Schema } from './schema.ts'
import { cachedStatements, type Statements } from './statements.ts'

export type Queries = {
  readonly db: Db
  /** Runs `work` in a transaction. Calls must not overlap: the database queues them. */
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Rows written, changed and deleted so far. */
  readonly written: () => number
  /** Frees the statements; the database stays open. */
  readonly close: () => void
}

export function openQueries(raw: Database): Queries {
  const statements = cachedStatements(raw)
  const connection = connectionOver(statements)
  const executor = new DefaultQueryExecutor(new SqliteQueryCompiler(), new SqliteAdapter(), {
    provideConnection: (consumer) => consumer(connection),
  })
  const db: Db = Object.assign(new QueryCreator<Schema>({ executor }), { getExecutor: () => executor })
  const run = (sql: string) => statements.prepare(sql).run([])
  return {
    db,
    close: statements.forget,
    written: () => Number(statements.prepare('select total_changes() as "rows"').all([])[0]?.['rows']),
    transaction: async (work) => {
      run('begin')
      try {
        const answer = await work(db)
        run('commit')
        return answer
      } catch (error) {
        run('rollback')
        throw error
      }
    },
  }
}

function connectionOver({ prepare }: Statements): DatabaseConnection {
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const statement = prepare(sql)
      if (statement.reader) return { rows: statement.all(parameters) as Row[] }
      return { numAffectedRows: BigInt(statement.run(parameters).changes), rows: [] }
    },
    streamQuery: () => {
      throw new Error('Nothing here is streamed')
    },
  }
}
