/** Conditions that search a text in columns. */
import { sql, type RawBuilder } from 'kysely'
import type { Kind } from '../open.ts'

/** A text as a literal pattern, escaped by a backslash, which SQLite needs to be declared. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** True where one of some columns, `table.column`, contains the text, without regard to case. */
export function contains(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = `%${literal(text.toLowerCase())}%`
  const conditions = columns.map(
    (column) => sql`lower(coalesce(${sql.ref(column)}, '')) like ${pattern} escape '\\'`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** True where a column, `table.column`, starts with the text. */
export const startsWith = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`${literal(text)}%`} escape '\\'`

/** True of a text that contains a part; null contains none. Neither engine reads the part as a pattern. */
export const containsText = (kind: Kind, text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  kind === 'sqlite'
    ? sql<boolean>`instr(coalesce(${text}, ''), ${part}) > 0`
    : sql<boolean>`strpos(coalesce(${text}, ''), ${part}) > 0`
