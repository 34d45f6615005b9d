/** Connections that PostgreSQL ends, as in a restart; needs LECTERN_TEST_DATABASE_URL. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOwnDatabase, type OwnDatabase } from '../../../../tests/support/postgres.ts'
import { openAsItIs, type Storage } from '../open.ts'

describe.skipIf(!process.env['LECTERN_TEST_DATABASE_URL'])('a connection that PostgreSQL ends', () => {
  let database: OwnDatabase
  let storage: Storage
  let other: pg.Client
  beforeEach(async () => {
    database = await createOwnDatabase()
    storage = openAsItIs({ url: database.url, dir: '' })
    other = new pg.Client({ connectionString: database.url })
    await other.connect()
  })
  afterEach(async () => {
    await storage.close()
    await other.end()
    await database.drop()
  })

  // An error event that nobody hears stops the process: vitest reports it.
  test('fails its transaction between two statements, and the next one has another connection', async () => {
    const broken = storage.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await other.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      await sql`select 1`.execute(db)
    })
    await expect(broken).rejects.toThrow(/terminat|connection/i)
    expect((await sql<{ one: number }>`select 1 as one`.execute(storage.db)).rows).toEqual([{ one: 1 }])
  })

  test('fails the statement that runs', async () => {
    const failure = sql`select pg_sleep(60)`.execute(storage.db).catch(String)
    await expect.poll(async () => (await other.query(END_SLEEPING)).rowCount, { timeout: 20_000 }).toBe(1)
    expect(await failure).toMatch(/terminat/i)
  })
})

const END_SLEEPING = `select pg_terminate_backend(pid) from pg_stat_activity
  where query like 'select pg_sleep(60)%' and datname = current_database()`
