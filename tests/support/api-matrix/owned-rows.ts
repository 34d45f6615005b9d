/** The rows of a user in every table, to detect changes. */
import { sql, type ColumnMetadata } from 'kysely'
import type { Storage } from '../../../src/server/storage/open.ts'

const OWNERS = ['userId', 'ownerUserId', 'inboxUserId', 'fromUserId', 'toUserId']
/** Tables that any request may change. */
const PASSING = ['session', 'verification', 'answered', 'jobs', 'rateLimit', 'powerStandings']

export type OwnedRows = () => Promise<Record<string, string>>

/** @returns a function that reads the rows of one user per table, as text */
export async function ownedRowsOf({ db, kind }: Storage, userId: string): Promise<OwnedRows> {
  const tables = (await db.introspection.getTables()).flatMap(({ name, columns }) => {
    const owners = columns.map((column) => column.name).filter((column) => OWNERS.includes(column))
    return owners.length > 0 && !PASSING.includes(name) ? [{ name, columns, owners }] : []
  })
  if (tables.length < 25) throw new Error(`Only ${tables.length} tables were found.`)
  // One statement, as the rows are read before and after each call of the matrix.
  const rowsOfAll = sql<{ table: string; row: string }>`${sql.join(
    tables.map(({ name, columns, owners }) => {
      const own = owners.map((owner) => sql`${sql.ref(owner)} = ${userId}`)
      const row = kind === 'postgres' ? sql`cast(row_to_json(owned) as text)` : jsonOf(columns)
      return sql`select ${sql.lit(name)} as "table", ${row} as "row" from ${sql.table(name)} as owned
        where ${sql.join(own, sql` or `)}`
    }),
    sql` union all `,
  )}`
  const query = rowsOfAll.compile(db)
  return async () => {
    const { rows } = await db.executeQuery(query)
    const found = Map.groupBy(rows, ({ table }) => table)
    const textOf = (table: string) => (found.get(table) ?? []).map(({ row }) => row).toSorted()
    return Object.fromEntries(tables.map(({ name }) => [name, textOf(name).join('\n')]))
  }
}

/** A row as SQLite writes it in JSON, which cannot represent bytes. */
const jsonOf = (columns: readonly ColumnMetadata[]) =>
  sql`json_object(${sql.join(
    columns.flatMap(({ name, dataType }) => [
      sql.lit(name),
      /blob/i.test(dataType) ? sql`hex(${sql.ref(name)})` : sql.ref(name),
    ]),
  )})`
