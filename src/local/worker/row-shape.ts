/** Turns the wire's objects into rows and back: columns for the spec's fields, `other` for all others. */

/** How a column stores a value: as it is, as 0 or 1, or as JSON. */
type Column = 'plain' | 'flag' | 'json'
export type Columns = Readonly<Record<string, Column>>
type Value = string | number | null

/** `constant` is left out: it is the same for every row, and added when reading. */
export function toRow(columns: Columns, constant: string | null, thing: Readonly<Record<string, unknown>>) {
  const row: Record<string, Value> = {}
  const other: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(columns)) row[name] = stored(kind, thing[name])
  for (const [name, value] of Object.entries(thing)) {
    if (!(name in columns) && name !== constant && value !== undefined) other[name] = value
  }
  row['other'] = Object.keys(other).length > 0 ? JSON.stringify(other) : null
  return row
}

export function fromRow(columns: Columns, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const thing: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(columns)) thing[name] = shown(kind, row[name])
  return typeof row['other'] === 'string'
    ? { ...thing, ...parsed<Record<string, unknown>>(row['other']) }
    : thing
}

function stored(kind: Column, value: unknown): Value {
  if (value === null || value === undefined) return null
  if (kind === 'json') return JSON.stringify(value)
  return kind === 'flag' ? Number(value) : (value as Value)
}

function shown(kind: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'json') return parsed(value as string)
  return kind === 'flag' ? value === 1 : value
}

/** JSON of a column that only this module writes. */
export const parsed = <T>(json: string): T => JSON.parse(json) as T
