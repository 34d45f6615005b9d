/** Every row of a table, a batch at a time, in values that JSON can carry. */
import { sql } from 'kysely'
import type { Storage } from '../storage/open.ts'
import type { Row, Value } from './digest.ts'
import type { Table } from './tables.ts'

const BATCH = 500

/** Must run inside a transaction with one snapshot of the database. */
export async function* rowsOf(storage: Storage, table: Table): AsyncGenerator<Row[]> {
  for await (const rows of storage.kind === 'sqlite' ? ofSqlite(storage, table) : ofPostgres(storage, table))
    yield rows.map((row) => plainRow(row, table))
}

type Raw = Record<string, unknown>
const columnsOf = (table: Table) => sql.join([...table.columns.keys()].map((name) => sql.id(name)))

async function* ofSqlite({ db }: Storage, table: Table): AsyncGenerator<Raw[]> {
  let last: unknown = null
  for (;;) {
    const after = last === null ? sql`` : sql`where rowid > ${last}`
    const { rows }: { rows: Raw[] } = await sql<Raw>`select rowid as "the rowid", ${columnsOf(table)}
      from ${sql.id(table.name)} ${after} order by rowid limit ${BATCH}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)?.['the rowid']
  }
}

async function* ofPostgres({ db }: Storage, table: Table): AsyncGenerator<Raw[]> {
  await sql`declare walk no scroll cursor for select ${columnsOf(table)} from ${sql.id(table.name)}`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<Raw>`fetch ${sql.lit(BATCH)} from walk`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) break
  }
  await sql`close walk`.execute(db)
}

const plainRow = (row: Raw, { columns }: Table): Row =>
  Object.fromEntries([...columns.keys()].map((name) => [name, plain(row[name])]))

function plain(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') }
  throw new Error(`A value of type ${typeof value} cannot be carried.`)
}
