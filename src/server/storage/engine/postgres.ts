/** PostgreSQL specifics: its pool, parsing of numbers, and prepared statements. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { PostgresAdapter, PostgresDialect } from 'kysely'
import { PREPARED } from './prepared.ts'

const INT8 = 20

/** @param url postgres://… @param failed receives errors of idle connections, which must not stop the process */
export function postgresDialect(url: string, failed: (error: Error) => void): PostgresDialect {
  return new SessionlessDialect({ pool: () => createPool(url, failed) })
}

/** Kysely's lock for migrations belongs to a session; runMigrations holds one that belongs to a transaction. */
class SessionlessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
class SessionlessDialect extends PostgresDialect {
  override createAdapter(): SessionlessAdapter {
    return new SessionlessAdapter()
  }
}

/** Imported lazily with the driver, which a server on SQLite never loads. */
async function createPool(url: string, failed: (error: Error) => void): Promise<pg.Pool> {
  const { default: driver } = await import('pg')
  const pool = new driver.Pool({
    connectionString: url,
    max: 10,
    types: {
      // Our int8 columns hold ms since 1970 and counts: both far below 2^53.
      getTypeParser: (id, format) => (id === INT8 ? Number : driver.types.getTypeParser(id, format)),
    },
  })
  pool.on('error', failed)
  // The pool hears idle connections only. The query or the next one of a transaction fails by itself; unheard, the event
  // would stop the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    const client = await pool.connect()
    if (await isDirect(client)) {
      prepareMarked(client)
      pool.on('connect', prepareMarked)
    }
    client.release()
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

/**
 * A pooler announces its own process number. It may run the next transaction on a connection without the
 * statements prepared on this one.
 */
async function isDirect(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = client as pg.PoolClient & { readonly processID: number | null }
  return rows[0]?.pid === processID
}

const names = new Map<string, string>()

/** Statements that end in the mark get a name, by which a connection reuses their plan. */
function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  const marked = (text: unknown, ...options: unknown[]): unknown =>
    typeof text === 'string' && text.endsWith(PREPARED)
      ? query({ name: nameOf(text), text, values: options[0] })
      : query(text, ...options)
  client.query = marked as typeof client.query
}

function nameOf(text: string): string {
  const existing = names.get(text)
  if (existing !== undefined) return existing
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}
