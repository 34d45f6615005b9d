import { sql, type RawBuilder } from 'kysely'
import type { Kind } from '../open.ts'

/**
 * A list of ids as one parameter, for `where(column, 'in', idList(kind, ids))`: any length is one prepared
 * statement, and does not reach an engine's limit on parameters.
 */
export function idList(kind: Kind, ids: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(ids)
  return kind === 'sqlite'
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select jsonb_array_elements_text(cast(${json} as jsonb)))`
}

/** Splits rows into batches below both engines' limits on parameters. */
export function batches<T>(rows: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  )
}
