/** Many rows as one parameter, so that the statement's text does not depend on their number. */
import { sql, type RawBuilder } from 'kysely'
import type { Kind } from '../../storage/open.ts'

export type ValueRows = {
  /** The expression for `from`. */
  readonly source: RawBuilder<unknown>
  /** A column of the rows; null where a row has none. */
  readonly column: (name: string) => RawBuilder<unknown>
}

/** @param table whose columns the rows have */
export function valueRows(
  kind: Kind,
  table: 'feeds' | 'feedSchedule' | 'feedFetches',
  rows: readonly object[],
): ValueRows {
  const json = JSON.stringify(rows, wellFormed)
  if (kind === 'sqlite')
    return {
      source: sql`json_each(${json}) as given`,
      column: (name) => sql`given.value ->> ${sql.lit(`$.${name}`)}`,
    }
  return {
    source: sql`jsonb_populate_recordset(cast(null as ${sql.table(table)}), cast(${json} as jsonb)) as given`,
    column: (name) => sql`given.${sql.ref(name)}`,
  }
}

/** PostgreSQL refuses lone surrogates in JSON; in a separate parameter the driver replaces them. */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value
