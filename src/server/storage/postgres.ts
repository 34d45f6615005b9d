/** What only PostgreSQL needs: its pool, and numbers where the driver would hand out texts. */
import pg from 'pg'
import { PostgresDialect } from 'kysely'

const INT8 = 20

/** @param url postgres://… @param failed hears of errors of idle connections, which must not stop the process */
export function postgresDialect(url: string, failed: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: {
      // Our int8 columns hold ms since 1970 and counts: both far below 2^53.
      getTypeParser: (id, format) => (id === INT8 ? Number : pg.types.getTypeParser(id, format)),
    },
  })
  pool.on('error', failed)
  return new PostgresDialect({ pool })
}
