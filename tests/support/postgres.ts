/** A PostgreSQL database of its own for one server under test, on the server that the environment names. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type OwnDatabase = {
  /** postgres://…, empty where the servers of the tests use SQLite files. */
  readonly url: string
  readonly drop: () => Promise<void>
}

/** @param server an account that may create databases: postgres://…; empty or undefined for none */
export async function createOwnDatabase(
  server = process.env['LECTERN_TEST_DATABASE_URL'],
): Promise<OwnDatabase> {
  if (!server) return { url: '', drop: async () => undefined }
  const name = `lectern_test_${randomUUID().replaceAll('-', '')}`
  await say(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  // A killed server's connections may not be closed yet.
  return { url: url.href, drop: () => say(server, `drop database ${name} with (force)`) }
}

async function say(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
