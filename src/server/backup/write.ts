/** Writes rows into empty tables. */
import { sql } from 'kysely'
import type { Storage } from '../storage/open.ts'
import { createDigest, type Digest, type Row, type Value } from './digest.ts'
import { rowsOf } from './rows.ts'
import type { Table } from './tables.ts'

/** Maximum parameters of a SQLite statement. */
const PARAMETERS = 30_000
/** Tables that have rows only once a server has users. */
const TELLING = ['user', 'feeds', 'entries'] as const

/** True when the database is in use. */
export async function isInUse({ db }: Storage, tables: readonly Table[]): Promise<boolean> {
  for (const name of TELLING.filter((one) => tables.some((table) => table.name === one))) {
    const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** Locks the tables for this transaction and deletes the rows of a first start. */
export async function clear({ db, kind }: Storage, tables: readonly Table[]): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.id(name)))
  if (kind === 'postgres') await sql`lock table ${names} in access exclusive mode`.execute(db)
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.id(name)}`.execute(db)
}

export async function insertRows(storage: Storage, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(rows[0] ?? {})
  const unknown = names.filter((name) => !table.columns.has(name))
  if (unknown.length > 0) throw new Error(`The table ${table.name} has no column ${unknown.join(', ')}.`)
  const columns = sql.join(names.map((name) => sql.id(name)))
  const into = sql`insert into ${sql.id(table.name)} (${columns})`
  if (storage.kind === 'postgres') {
    // The engine's JSON functions convert to booleans, times and bytes.
    const json = JSON.stringify(
      rows.map((row) => Object.fromEntries(names.map((name) => [name, asText(row[name])]))),
    )
    await sql`${into} overriding system value select ${columns}
      from json_populate_recordset(null::${sql.id(table.name)}, ${json}::json)`.execute(storage.db)
    return
  }
  const size = Math.max(1, Math.floor(PARAMETERS / names.length))
  for (let at = 0; at < rows.length; at += size) {
    const values = rows
      .slice(at, at + size)
      .map((row) => sql`(${sql.join(names.map((name) => asBytes(row[name] ?? null)))})`)
    await sql`${into} values ${sql.join(values)}`.execute(storage.db)
  }
}

/** PostgreSQL text cannot contain NUL. */
function asText(value: Value | undefined): string | number | null {
  if (value === null || value === undefined || typeof value === 'number') return value ?? null
  return typeof value === 'string'
    ? value.replaceAll('\0', '')
    : `\\x${Buffer.from(value.bytes, 'base64').toString('hex')}`
}

const asBytes = (value: Value): string | number | null | Buffer =>
  value !== null && typeof value === 'object' ? Buffer.from(value.bytes, 'base64') : value

/** Sequences of tables that number their rows continue after the highest. */
export async function settleCounters({ db, kind }: Storage, tables: readonly Table[]): Promise<void> {
  if (kind === 'sqlite') return
  for (const { name, columns } of tables)
    for (const column of columns.keys()) {
      const { rows } = await sql<{ counter: string | null }>`
        select pg_get_serial_sequence(quote_ident(${name}), ${column}) as counter`.execute(db)
      const counter = rows[0]?.counter
      if (counter)
        await sql`select setval(${counter}, (select coalesce(max(${sql.id(column)}), 0) + 1 from ${sql.id(name)}), false)`.execute(
          db,
        )
    }
}

/** Reads a table back. @param columns those that were written */
export async function digestOf(storage: Storage, table: Table, columns: readonly string[]): Promise<Digest> {
  const only = new Map([...table.columns].filter(([name]) => columns.includes(name)))
  const digest = createDigest(only)
  for await (const rows of rowsOf(storage, { ...table, columns: only })) rows.forEach(digest.add)
  return digest.end()
}

/** @throws when the rows read back differ */
export function compare(table: string, expected: Digest, actual: Digest): void {
  if (expected.rows === actual.rows && expected.sum === actual.sum) return
  throw new Error(
    `Reading ${table} back found ${actual.rows} rows of ${expected.rows}, or other ones. Nothing was changed.`,
  )
}
